import bcrypt from 'bcryptjs';

/** The one account of the n8n that is started here. It listens on this machine only. */
export const owner = { email: 'owner@example.com', password: 'Inference1' };

/** The settings that make n8n create that account, or bring it back to these values. */
export const ownerSettings = () => ({
	N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
	N8N_INSTANCE_OWNER_EMAIL: owner.email,
	N8N_INSTANCE_OWNER_FIRST_NAME: 'Local',
	N8N_INSTANCE_OWNER_LAST_NAME: 'Owner',
	N8N_INSTANCE_OWNER_PASSWORD_HASH: bcrypt.hashSync(owner.password, 10),
});
