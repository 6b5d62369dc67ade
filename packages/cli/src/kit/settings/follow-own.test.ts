import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { changeConfig, withProfile } from './config-file.ts'
import { followOwn } from './follow-own.ts'
import type { OwnSettings } from './own-settings.ts'

let folder: string
let path: string
let heard: OwnSettings[]
let stop: () => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-follow-'))
  path = join(folder, 'config.json')
  heard = []
  stop = followOwn(path, 'default', (own) => heard.push(own))
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true })
})

const set = (profile: string, values: Record<string, string>) =>
  changeConfig(path, (config) => withProfile(config, profile, values))
const lastHotkeys = () => [...(heard.at(-1)?.hotkeys ?? [])]

it('hotkeys that another command sets are heard at once; other settings and profiles are not', async () => {
  await set('default', { hotkeys: 'f2=tree' })
  await expect.poll(lastHotkeys, { timeout: 20_000 }).toEqual([['f2', 'tree']])
  await set('other', { hotkeys: 'f2=people' })
  await set('default', { output: 'json' })
  await set('default', { hotkeys: 'f3=audit', favourites: 'person' })
  await expect.poll(lastHotkeys, { timeout: 20_000 }).toEqual([['f3', 'audit']])
  expect(heard.at(-1)?.favourites).toEqual(['person'])
  expect(heard).toHaveLength(2)
})

it('a damaged file changes nothing until it can be read again', async () => {
  await set('default', { hotkeys: 'f2=tree' })
  const whole = readFileSync(path, 'utf8')
  writeFileSync(path, '{')
  writeFileSync(path, whole.replace('tree', 'matrix'))
  await expect.poll(lastHotkeys, { timeout: 20_000 }).toEqual([['f2', 'matrix']])
})
