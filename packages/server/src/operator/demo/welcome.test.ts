import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import { demoPeople } from './people.ts'
import { demoWelcome, tours } from './welcome.ts'

const guide = readFileSync(resolve(import.meta.dirname, '../../../../../docs/guides/try-it.md'), 'utf8')
const welcome = demoWelcome({
  baseUrl: 'http://127.0.0.1:8080',
  simulator: 'http://127.0.0.1:8081',
  folder: '/data/demo',
  clientSecrets: {},
})

test('three things to try are printed for each kind of person, with the address of the page that has the steps', () => {
  expect(tours.map(({ tries }) => tries.length)).toEqual([3, 3, 3, 3])
  for (const { person, tries } of tours) for (const text of [person, ...tries]) expect(welcome).toContain(text)
  expect(welcome).toContain('http://127.0.0.1:8080/docs/try-it')
})

test('docs/guides/try-it.md has the steps of each of them, and of nothing else', () => {
  const sections = guide.split(/^## /m).slice(1)
  const found = sections.map((section) => ({
    person: section.split('\n')[0],
    tries: [...section.matchAll(/^### (.+)$/gm)].map(([, title]) => title),
  }))
  expect(found).toEqual(tours)
})

test('the guide signs in only people of the demo', () => {
  const known = demoPeople.map(({ username }) => username)
  const named = [...guide.matchAll(/Sign in as `([^`]+)`/g)].map(([, username = '']) => username)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((username) => !known.includes(username))).toEqual([])
})
