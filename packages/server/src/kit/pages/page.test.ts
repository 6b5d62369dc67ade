import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { plainPage } from './page.ts'

const policyOf = ({ headers }: ReturnType<typeof plainPage>) =>
  headers?.find(([name]) => name === 'Content-Security-Policy')?.[1] ?? ''
const textOf = ({ document }: ReturnType<typeof plainPage>) => document?.text ?? ''

test('a page to read has one style, which its policy allows, and nothing that is fetched', () => {
  const page = plainPage('Passed', ['Close this page.'])
  const styles = [...textOf(page).matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style)
  expect(styles).toHaveLength(1)
  const hash = createHash('sha256')
    .update(styles[0] ?? '')
    .digest('base64')
  expect(policyOf(page)).toContain(`style-src 'sha256-${hash}'; form-action 'none'`)
  expect(textOf(page)).not.toMatch(/\b(?:src|href|style)=|url\(|@import/)
})

test('what it says is text, and its form may be posted', () => {
  const form = { action: 'https://app.example/?a=1&b="2"', fields: { name: '<b>' }, label: 'Go & see' }
  const page = plainPage('<i>Title</i>', ['a < b'], { form })
  expect(textOf(page)).toContain('<h1>&lt;i&gt;Title&lt;/i&gt;</h1><p>a &lt; b</p>')
  expect(textOf(page)).toContain('action="https://app.example/?a=1&amp;b=&quot;2&quot;"')
  expect(policyOf(page)).not.toContain('form-action')
})
