import { createHash } from 'node:crypto'

import type { Answer } from '../http/route.ts'

/** A page of the server itself, without the portal. `policy` is added to a policy that allows nothing. */
export function page(body: string, policy: string, { title = 'Continue', head = '' } = {}): Answer<never> {
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>${head}</head><body>${body}</body></html>`
  return {
    document: { type: 'text/html; charset=utf-8', text },
    headers: [
      ['Content-Security-Policy', `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; ${policy}`],
      ['Cache-Control', 'no-store'],
    ],
  }
}

const style =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}'
const styleHash = createHash('sha256').update(style).digest('base64')
const viewport = '<meta name="viewport" content="width=device-width,initial-scale=1">'

/** A page to read: a heading and paragraphs, and perhaps a form, which is HTML. */
export function plainPage(title: string, paragraphs: readonly string[], form = ''): Answer<never> {
  const lines = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')
  const body = `<main><h1>${escaped(title)}</h1>${lines}${form}</main>`
  const head = `${viewport}<style>${style}</style>`
  return page(body, `style-src 'sha256-${styleHash}'; form-action ${form === '' ? "'none'" : "'self'"}`, {
    title,
    head,
  })
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
