interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page on which a person pastes a token, or goes to the provider of the deployment. */
export function loginPage(hasProvider: boolean): Content {
  const provider = hasProvider ? '\n      <p><a href="/login/oidc">Sign in with your organisation</a></p>' : '';
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
    content: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Palimpsest: sign in</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/login/page/login.css" />
  </head>
  <body>
    <main>
      <h1>Sign in to Palimpsest</h1>${provider}
      <form id="login">
        <label for="token">Access token</label>
        <input id="token" name="token" type="password" autocomplete="off" spellcheck="false" required />
        <button type="submit">Sign in</button>
      </form>
      <p id="said" role="status" aria-live="polite"></p>
      <button id="logout" type="button" hidden>Sign out</button>
    </main>
    <script src="/login/page/login.js"></script>
  </body>
</html>
`,
  };
}

const SCRIPT = `const said = document.getElementById('said');
const out = document.getElementById('logout');
async function show() {
  const answer = await fetch('/v1/me');
  const me = answer.ok ? await answer.json() : null;
  said.textContent = me === null ? '' : 'Signed in as ' + me.actor + ' (' + me.role + ').';
  out.hidden = me === null || me.login === 'none';
}
document.getElementById('login').addEventListener('submit', async (event) => {
  event.preventDefault();
  const token = document.getElementById('token');
  const body = JSON.stringify({ token: token.value.trim() });
  const answer = await fetch('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  token.value = '';
  if (answer.ok) await show();
  else said.textContent = (await answer.json()).detail;
});
out.addEventListener('click', async () => {
  await fetch('/logout', { method: 'POST' });
  await show();
  if (out.hidden) said.textContent = 'Signed out.';
  document.getElementById('token').focus();
});
show();
`;

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color-scheme: light dark; }
main { max-width: 26rem; margin: 4rem auto; padding: 0 1rem; }
label { display: block; }
input { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; }
button { margin-top: 1rem; padding: 0.5rem 1rem; font: inherit; }
`;

/** A file that the page loads, by its name; null for any other. */
export function loginFile(name: string): Content | null {
  if (name === 'login.js') return { headers: { 'content-type': 'text/javascript; charset=utf-8' }, content: SCRIPT };
  if (name === 'login.css') return { headers: { 'content-type': 'text/css; charset=utf-8' }, content: STYLE };
  return null;
}
