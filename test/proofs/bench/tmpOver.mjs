import { lifetime } from '../../host/lifetime.mjs';
import { workshop } from './tmpRun.mjs';
const many = 10_000_000;
const open = { limits: { XS: many, account: many, tokens: { XS: many * 1_000 } } };
const life = lifetime();
const shop = await workshop(life.signal);
console.log(JSON.stringify(await shop.withService(open, (service) => shop.part('parts/tmpOver', service))));
shop.clear(); await life.stopAll(); process.exit();
