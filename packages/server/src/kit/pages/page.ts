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

const style =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}'
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
  const body = `<main><h1>${escaped(title)}</h1>${lines}${below}</main>`
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
