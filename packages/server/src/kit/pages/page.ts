import { createHash } from 'node:crypto'

import { directionOf } from '@portico/core/contract'

import { currentLanguage } from '../words/language.ts'
import type { Answer } from '../http/route.ts'

/** A page of the server itself, without the portal, in the language of the request. `policy` is added to a policy that allows nothing. */
export function page(
  body: string,
  policy: string,
  { title = 'Continue', head = '', status = 200 } = {},
): Answer<never> {
  const language = currentLanguage()
  const text = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${escaped(title)}</title>${head}</head><body>${body}</body></html>`
  return {
    document: { type: 'text/html; charset=utf-8', text, status },
    headers: [
      ['Content-Security-Policy', `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; ${policy}`],
      ['Cache-Control', 'no-store'],
    ],
  }
}

/** The portal's notice page (web: kit/styles/tokens.css and kit/feedback/notice.module.css) without its files: the policy allows none. */
const style = [
  ':root{color-scheme:light dark;--ink:light-dark(#1c1e21,#eeebe4);--soft:light-dark(#575a5f,#aab0b9);--accent:light-dark(#0a6355,#63cdb3)}',
  'body{display:grid;place-content:center;box-sizing:border-box;min-block-size:100dvb;margin:0;padding:2rem 1rem;background:light-dark(#f4f2ed,#14171b);color:var(--ink);font:1.0625rem/1.5 Figtree,system-ui,sans-serif}',
  'main{display:grid;grid-template-columns:auto minmax(0,34rem);gap:2rem 3rem;align-items:center}',
  'svg{inline-size:8rem}',
  '.arch{fill:light-dark(#0b4a40,#123d35)}.door{fill:light-dark(#e9b872,#d9a65a)}',
  'h1{margin:0 0 1rem;font-size:clamp(1.75rem,1.35rem + 1.7vw,2.625rem);line-height:1.2;font-weight:640}',
  'p{margin:0 0 .75rem;color:var(--soft);overflow-wrap:anywhere}',
  'form{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;margin-block-start:1.5rem}',
  'button{min-block-size:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.625rem;background:var(--accent);color:light-dark(#fff,#06241d);font:inherit;font-weight:550;cursor:pointer}',
  'a{color:var(--accent)}',
  ':focus-visible{outline:.1875rem solid light-dark(#0a6355,#8be0cb);outline-offset:.125rem}',
  '@media(max-width:40rem){main{grid-template-columns:minmax(0,1fr)}svg{inline-size:5rem}}',
].join('')
/** The sign of the product (web: kit/ui/portico.svg). */
const sign =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path class="arch" d="M4 30V14a12 12 0 0 1 24 0v16z"/><path class="door" d="M11 30V15a5 5 0 0 1 10 0v15z"/></svg>'
const viewport = '<meta name="viewport" content="width=device-width,initial-scale=1">'

export type PageForm = {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  /** Label of its button. */
  readonly label: string
}

/** A page to read: a heading and paragraphs. `form`: below them, as HTML if it is posted to this server, as a button if to another site. */
export function plainPage(
  title: string,
  paragraphs: readonly string[],
  { status, form }: { readonly status?: number; readonly form?: PageForm | string | undefined } = {},
): Answer<never> {
  const lines = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')
  const below = typeof form === 'object' ? formOf(form) : (form ?? '')
  const body = `<main>${sign}<div><h1>${escaped(title)}</h1>${lines}${below}</div></main>`
  const head = `${viewport}<style>${style}</style>`
  // Browsers apply form-action to every redirect that follows a form, and the other site decides where those lead.
  const policy = typeof form === 'object' ? '' : `; form-action ${form === undefined ? "'none'" : "'self'"}`
  return page(body, `style-src ${hashSource(style)}${policy}`, { title, head, ...(status && { status }) })
}

function formOf({ action, fields, label }: PageForm): string {
  return `<form method="post" action="${escaped(action)}">${hiddenFields(fields)}<button>${escaped(label)}</button></form>`
}

export function hiddenFields(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('')
}

/** What allows an inline script or style in a content security policy (CSP Level 3 section 2.3.1, `hash-source`). */
export function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}
