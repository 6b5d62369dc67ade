import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import * as parts from './undici.ts'

const cli = resolve(import.meta.dirname, '../../..')

test('the files of undici that we import are those of the version that was measured', () => {
  // After an update: compare `node bench/run.mjs --only cli-start` with decision 0051, and build (lazy-requires.mjs).
  const { dependencies } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const installed = readFileSync(join(cli, '../../node_modules/undici/package.json'), 'utf8')
  expect(dependencies['undici']).toBe('7.30.2')
  expect((JSON.parse(installed) as { version: string }).version).toBe('7.30.2')
})

test('each of them has what we use', async () => {
  expect(Object.values(parts).map((part) => typeof part)).toEqual(Array(4).fill('function'))
  expect(Object.values(await parts.loadProxyParts()).map((part) => typeof part)).toEqual(['function', 'function'])
})

test('one file imports them', () => {
  const sources = readdirSync(join(cli, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file),
  )
  const importing = sources.filter((file) => /['"]undici\/lib\//.test(readFileSync(join(cli, 'src', file), 'utf8')))
  expect(importing.map((file) => file.replaceAll('\\', '/'))).toEqual(['kit/http/undici.ts'])
})
