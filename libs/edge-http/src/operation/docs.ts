import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | Buffer;
}

/** Nothing from another host is loaded or asked; swagger-ui needs its own inline styles and data images. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of the OpenAPI document. */
export const docsPage: Content = {
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  content: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Palimpsest: HTTP interface</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="page"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`,
};

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null });\n`;
const types = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/** A file that the page loads, by its name; null for any other. */
export async function docsFile(name: string): Promise<Content | null> {
  if (name === 'start.js') return { headers: headersFor('text/javascript'), content: START };
  if (name !== 'swagger-ui.css' && name !== 'swagger-ui-bundle.js') return null;
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return { headers: headersFor(types[name]), content: await readFile(join(folder, name)) };
}

const headersFor = (type: string) => ({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'max-age=3600' });
