import { expect, test } from 'vitest'

import { createTypedWork, ownerOf } from './typed-work.ts'

function storage(): Storage {
  const held = new Map<string, string>()
  return {
    get length() {
      return held.size
    },
    clear: () => held.clear(),
    key: () => null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  }
}

const ada = ownerOf({ nickname: 'Ada', name: 'Ada O', tenantName: 'Acme', environmentName: null, routes: [] })
const bo = ownerOf({ nickname: 'Bo', name: 'Bo P', tenantName: 'Acme', environmentName: null, routes: [] })
const work = { path: '/portal/form', owner: ada, content: { name: 'typed' } }

test('the same person is led back once, and gets the work once', () => {
  const kept = storage()
  createTypedWork(() => kept).keep(work)
  const after = createTypedWork(() => kept)
  expect([after.returnPath(ada), after.returnPath(ada)]).toEqual(['/portal/form', undefined])
  expect([after.take('/portal/form', ada), after.take('/portal/form', ada)]).toEqual([{ name: 'typed' }, undefined])
})

test('another person is not redirected, and the work is dropped', () => {
  const kept = storage()
  createTypedWork(() => kept).keep(work)
  const after = createTypedWork(() => kept)
  expect([after.returnPath(bo), after.take('/portal/form', ada), kept.length]).toEqual([undefined, undefined, 0])
})

test('another person on the same screen does not get it, nor does the first one after that', () => {
  const kept = storage()
  const typed = createTypedWork(() => kept)
  typed.keep(work)
  expect([typed.take('/portal/form', bo), typed.take('/portal/form', ada)]).toEqual([undefined, undefined])
})

test('another screen does not get it', () => {
  const kept = storage()
  const typed = createTypedWork(() => kept)
  typed.keep(work)
  expect(typed.take('/portal/other', ada)).toBeUndefined()
  expect(typed.take('/portal/form', ada)).toEqual({ name: 'typed' })
})

test.each(['', '{', '[]', '{"path":"//evil.example/","owner":"x"}', '{"path":"/portal/form"}'])(
  'other values in the storage are ignored: %s',
  (text) => {
    const kept = storage()
    kept.setItem('portico.typed-work', text)
    expect(createTypedWork(() => kept).returnPath(ada)).toBeUndefined()
  },
)

test('a browser that forbids storage keeps nothing and breaks nothing', () => {
  const typed = createTypedWork(() => {
    throw new Error('forbidden')
  })
  typed.keep(work)
  expect([typed.returnPath(ada), typed.take('/portal/form', ada)]).toEqual([undefined, undefined])
})
