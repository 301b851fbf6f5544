import { createServer } from 'node:http';
import { once } from 'node:events';
import { Provider } from 'oidc-provider';

/**
 * A real OpenID Connect provider on loopback: `node open-id-provider.mjs PORT REDIRECT`, port 0 for a free one. It prints its
 * issuer. Who signs in is whom the header `x-account` of the interaction names; `nobody` denies it.
 */
const [port = '0', redirect = ''] = process.argv.slice(2);
const accounts = {
  ada: { name: 'Ada Lovelace', email: 'ada@example.org', groups: ['everyone', 'prompt-editors'] },
  olga: { preferred_username: 'olga', groups: 'ops' },
  bob: { name: 'Bob', groups: ['audit', 'prompt-editors', 'ops'] },
  kim: { email: 'kim@example.org', groups: ['audit'] },
  odd: { name: `\u001b[31m${'👩'.repeat(150)}\n`, groups: ['audit'] },
  eve: { name: 'Eve', groups: ['everyone', 1, null] },
  max: { name: 'Max' },
};

const server = createServer().listen(Number(port), '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'palimpsest',
      client_secret: 'a secret of this test',
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [redirect],
    },
  ],
  claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email'] },
  features: { devInteractions: { enabled: false } },
  pkce: { required: () => true },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts[sub] }) }),
});
const answer = provider.callback();

async function interact(request, response) {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = request.headers['x-account'];
  if (accountId === 'nobody') {
    const error_description = 'Not <today>';
    await provider.interactionFinished(request, response, { error: 'access_denied', error_description });
    return;
  }
  const grant = new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
}

server.on('request', (request, response) => {
  if (!request.url.startsWith('/interaction/')) answer(request, response);
  else interact(request, response).catch(() => response.writeHead(500).end());
});
process.stdout.write(`${issuer}\n`);
