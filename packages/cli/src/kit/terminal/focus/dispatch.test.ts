import { expect, it } from 'vitest'

import { createLine } from '../fields/line.ts'
import type { InputEvent } from '../keys/parse-keys.ts'
import { dispatch } from './dispatch.ts'
import type { Layer } from './layer.ts'
import { reachableBindings } from './reachable.ts'

const key = (name: string): InputEvent => ({ kind: 'key', key: name, sequence: name })
const binding = (id: string, ...keys: string[]) => ({ id, keys, label: id, run: () => undefined })
const layer = (name: string, more: Partial<Layer> = {}): Layer => ({
  name,
  isModal: false,
  bindings: () => [],
  ...more,
})

/** The effects of a key: ids of bindings that ran, and input passed to Ink. */
function press(layers: readonly Layer[], event: InputEvent): string[] {
  const did: string[] = []
  const ports = {
    layers: () => layers,
    feed: (text: string) => did.push(`fed ${text}`),
    run: (one: { id: string }) => did.push(one.id),
    unbound: (name: string) => did.push(`unbound ${name}`),
  }
  for (const step of dispatch(event, ports)) step()
  return did
}

const shell = layer('shell', { bindings: () => [binding('quit', 'q'), binding('palette', ':')] })

it('the topmost layer that binds a key has it', () => {
  const view = layer('view', { bindings: () => [binding('view', 'q')] })
  expect(press([view, shell], key('q'))).toEqual(['view'])
  expect(press([view, shell], key(':'))).toEqual(['palette'])
})

it('a key that nothing binds is reported, but not below a modal layer', () => {
  expect(press([layer('view'), shell], key('m'))).toEqual(['unbound m'])
  expect(press([layer('dialog', { isModal: true }), shell], key('m'))).toEqual([])
})

it('nothing below a modal layer gets a key', () => {
  const dialog = layer('dialog', { isModal: true, bindings: () => [binding('close', 'esc')] })
  expect(press([dialog, shell], key('q'))).toEqual([])
  expect(press([dialog, shell], key('tab'))).toEqual([])
  expect(press([dialog, shell], key('esc'))).toEqual(['close'])
})

it('text goes to the field with the cursor, before any binding', () => {
  const line = createLine()
  const form = layer('form', { field: () => line, bindings: () => [binding('save', 's', 'ctrl-s')] })
  press([form, shell], key('s'))
  press([form, shell], key('q'))
  expect(line.getState().value).toBe('sq')
  expect(press([form, shell], key('ctrl-s'))).toEqual(['save'])
})

it('a paste where nothing is typed runs nothing', () => {
  expect(press([shell], { kind: 'paste', text: 'q' })).toEqual([])
})

it("the keys of Ink's own component reach it, unless they are bound", () => {
  const choice = layer('choice', {
    isModal: true,
    widgetKeys: ['down', 'enter'],
    bindings: () => [binding('save', 's')],
  })
  expect(press([choice], key('down'))).toEqual(['fed down'])
  expect(press([choice], key('s'))).toEqual(['save'])
  expect(press([choice], key('x'))).toEqual([])
})

it('hints name only keys that do what they say', () => {
  const form = layer('form', {
    field: () => createLine(),
    bindings: () => [binding('save', 's', 'ctrl-s'), binding('next', 'tab')],
  })
  const below = layer('shell', { bindings: () => [binding('quit', 'q'), binding('focus', 'tab', 'shift-tab')] })
  expect(reachableBindings([form, below]).map(({ id, keys }) => [id, keys])).toEqual([
    ['save', ['ctrl-s']],
    ['next', ['tab']],
    ['focus', ['shift-tab']],
  ])
})
