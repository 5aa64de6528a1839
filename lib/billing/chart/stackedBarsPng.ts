import { drawText } from './drawText';
import { pngOf } from './png';
import { Raster } from './raster';
import { type StackedBars, stackedBarsLayout } from './stackedBars';

/** A chart as a PNG file of 1200 by 675 pixels; the same chart always has the same bytes. */
export async function stackedBarsPng(chart: StackedBars): Promise<Buffer> {
	const { width, height, background, marks } = stackedBarsLayout(chart);
	const raster = new Raster(width, height, background);
	for (const mark of marks) {
		if (mark.kind === 'text') drawText(raster, mark);
		else raster.fillBox(mark.x, mark.y, mark.width, mark.height, mark.color);
	}
	return pngOf(raster);
}
