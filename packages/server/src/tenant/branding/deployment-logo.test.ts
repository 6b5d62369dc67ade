import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

import { readSettings } from '../../kit/settings/settings.ts'
import { makePng } from '../../testing/make-png.ts'
import { SettingsError } from '../../kit/settings/variables.ts'
import { withLogo } from './deployment-logo.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-logo-'))
afterAll(() => rmSync(folder, { recursive: true }))

function settingsWith(content: Buffer | undefined) {
  const file = join(folder, 'logo.png')
  rmSync(file, { force: true })
  if (content !== undefined) writeFileSync(file, content)
  return withLogo(readSettings({ PORTICO_LOGO_FILE: file }, 'https://portal.example'))
}

it('the logo of the deployment is read from its file', () => {
  expect(settingsWith(makePng(64, 32)).logo).toMatchObject({ type: 'image/png', width: 64, height: 32 })
})

it.each([
  ['a file that is missing', undefined, 'the file cannot be read (ENOENT).'],
  ['an SVG with a script', Buffer.from('<svg><script/></svg>'), 'This is not a PNG, JPEG or WebP image'],
  ['10 MB', Buffer.alloc(10_000_000), 'A logo may have at most 204,800 bytes.'],
  ['2,000 pixels', makePng(2_000, 32), 'Each side of a logo must have between 16 and 1,024 pixels.'],
])('%s is a sentence that names the setting', (_, content, sentence) => {
  const read = () => settingsWith(content)
  expect(read).toThrow(SettingsError)
  expect(read).toThrow('PORTICO_LOGO_FILE')
  expect(read).toThrow(sentence)
})

it.each(['red', '#fff', '#0a4fa3;}', 'url(x)'])('the colour %s is a sentence that names the setting', (value) => {
  expect(() => readSettings({ PORTICO_PRIMARY_COLOR: value }, 'https://portal.example')).toThrow(
    `PORTICO_PRIMARY_COLOR is "${value}". It has to be a colour as #rrggbb, such as #0a4fa3.`,
  )
})
