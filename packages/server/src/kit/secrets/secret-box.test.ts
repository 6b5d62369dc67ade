import { describe, expect, test } from 'vitest'

import { createSecretBox, opensWith } from './secret-box.ts'
import { secretKeyOf } from './secret-key.ts'
import { fixedKeys } from './secret-keys.ts'

const [old, current, stranger] = [1, 2, 3].map((byte) => secretKeyOf(Buffer.alloc(32, byte)))
if (old === undefined || current === undefined || stranger === undefined) throw new Error('There are three keys.')
const box = createSecretBox(fixedKeys([current, old]))
const ofOld = createSecretBox(fixedKeys([old]))
const ofStranger = createSecretBox(fixedKeys([stranger]))

describe('a sealed text', () => {
  test('opens for the row that it was sealed for, and for no other', () => {
    const sealed = box.seal('text', 'client:1')
    expect(box.open(sealed, 'client:1')).toBe('text')
    for (const context of ['client:2', 'client:', ''])
      expect(() => box.open(sealed, context), context).toThrow('cannot be opened')
  })

  test('does not open after any byte of it was changed', () => {
    const sealed = box.seal('text', 'client:1')
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => box.open(changed, 'client:1'), `byte ${at}`).toThrow('A stored secret')
    }
    expect(() => box.open(sealed.subarray(0, 20), 'client:1')).toThrow('cannot be opened')
  })

  test('is sealed with the first key, and opens with each accepted one', () => {
    const sealed = box.seal('text', 'row')
    expect([opensWith(current, sealed, 'row'), opensWith(old, sealed, 'row')]).toEqual([true, false])
    expect(box.open(ofOld.seal('before the rotation', 'row'), 'row')).toBe('before the rotation')
    expect(() => box.open(ofStranger.seal('text', 'row'), 'row')).toThrow('cannot be opened')
  })

  test('is different each time, so that equal secrets do not look equal', () => {
    expect(box.seal('text', 'row')).not.toEqual(box.seal('text', 'row'))
  })
})

test('a MAC holds under each accepted key, for its purpose and text only', () => {
  for (const given of [box.mac('csrf', 'text'), ofOld.mac('csrf', 'text')])
    expect(box.checkMac('csrf', 'text', given)).toBe(true)
  const others = [ofStranger.mac('csrf', 'text'), box.mac('state', 'text'), box.mac('csrf', 'other'), '']
  for (const given of others) expect(box.checkMac('csrf', 'text', given)).toBe(false)
})
