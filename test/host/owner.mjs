import bcrypt from 'bcryptjs';

/** The one account of the n8n that is started here, which listens on this machine only; or that of an n8n that already runs. */
export const owner = {
	email: process.env.N8N_EMAIL ?? 'owner@example.com',
	password: process.env.N8N_PASSWORD ?? 'Inference1',
};

/** The settings that make n8n create that account, or bring it back to these values. */
export const ownerSettings = () => ({
	N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
	N8N_INSTANCE_OWNER_EMAIL: owner.email,
	N8N_INSTANCE_OWNER_FIRST_NAME: 'Local',
	N8N_INSTANCE_OWNER_LAST_NAME: 'Owner',
	N8N_INSTANCE_OWNER_PASSWORD_HASH: bcrypt.hashSync(owner.password, 10),
});
