import { expect, test } from 'vitest'

import loginPage from '../../../login.html?raw'
import { skeletons } from '../../app/portal/skeletons.ts'
import portalPage from '../../../portal.html?raw'

/** Node's file system through a dynamic import: this package has browser types only, and vitest empties imported stylesheets. */
const files = (await import(/* @vite-ignore */ 'node:fs' as string)) as {
  readFileSync(path: URL, encoding: 'utf8'): string
}
const read = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, files.readFileSync(new URL(path, import.meta.url), 'utf8')]))

const modules = read(Object.keys(import.meta.glob('../../**/*.module.css')))
const plain = read(Object.keys(import.meta.glob('../styles/*.css')))

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace('.module.css', '')
}

function classesOf(css: string): string[] {
  return [...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map((match) => match[1] ?? '')
}

test('CSS modules have unique names, because class names are made from them', () => {
  const names = Object.keys(modules).map(nameOf)
  expect(names.length).toBeGreaterThan(10)
  expect(names).toHaveLength(new Set(names).size)
})

test('every class the static pages name exists', () => {
  const scoped = Object.entries(modules).flatMap(([path, css]) => classesOf(css).map((one) => `${nameOf(path)}-${one}`))
  const known = new Set([...scoped, ...Object.values(plain).flatMap(classesOf)])
  const named = [
    ...`${loginPage}${portalPage}${Object.values(skeletons).join('')}`.matchAll(/class="([^"]*)"/g),
  ].flatMap((match) => match[1]?.split(' ') ?? [])
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((one) => !known.has(one))).toEqual([])
})

test('the id React Aria looks for before injecting its rule is taken, and the rule is ours', () => {
  expect(portalPage).toContain('id="react-aria-pressable-style"')
  expect(Object.values(plain).join('')).toMatch(/\[data-react-aria-pressable\]\s*\{\s*touch-action:/)
})

test('the pages hold no inline script or style', () => {
  for (const page of [loginPage, portalPage]) expect(page).not.toMatch(/<style|style="|<script(?![^>]*src=)|\son\w+="/)
})
