import { describe, expect, it } from 'vitest'

import { readRecoveryCode, recoveryCodeOf, recoveryCodeSymbols, recoveryCodeViolation } from './rules.ts'

const random = '7K3MQ9ZT0XW5A8BCDEFGHJNPRSV'
const code = recoveryCodeOf(random)
const plain = code.replaceAll('-', '')

describe('a recovery code', () => {
  it('is seven groups of four symbols that people do not confuse', () => {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
  })

  it.each([
    ['as printed', code],
    ['in small letters', code.toLowerCase()],
    ['without hyphens', plain],
    ['with spaces', ` ${code.replaceAll('-', ' ')} `],
    ['with O for 0 and I or L for 1', code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('can be typed %s', (_, typed) => expect(readRecoveryCode(typed)).toBe(plain))

  it('with any one wrong symbol is recognised as mistyped', () => {
    const read = [...plain].flatMap((right, at) =>
      [...recoveryCodeSymbols]
        .filter((symbol) => symbol !== right)
        .map((symbol) => readRecoveryCode(plain.slice(0, at) + symbol + plain.slice(at + 1))),
    )
    expect(read).toHaveLength(28 * 31)
    expect(new Set(read)).toEqual(new Set([undefined]))
  })

  it('with any two symbols exchanged is recognised as mistyped', () => {
    const places = [...plain].map((_, at) => at)
    const exchanged = places.flatMap((a) =>
      places
        .filter((b) => b > a && plain[a] !== plain[b])
        .map((b) => {
          const symbols = [...plain]
          ;[symbols[a], symbols[b]] = [plain[b] ?? '', plain[a] ?? '']
          return symbols.join('')
        }),
    )
    expect(exchanged.filter((typed) => readRecoveryCode(typed) !== undefined)).toEqual([])
  })

  it.each([
    ['', 'RECOVERY_CODE_REQUIRED'],
    ['   ', 'RECOVERY_CODE_REQUIRED'],
    [plain.slice(1), 'RECOVERY_CODE_TYPO'],
    [`${plain}0`, 'RECOVERY_CODE_TYPO'],
    [plain.replace(/^./, 'U'), 'RECOVERY_CODE_TYPO'],
    ['constructor', 'RECOVERY_CODE_TYPO'],
  ])('%j is refused while it is typed', (typed, errorID) => {
    expect(recoveryCodeViolation(typed)).toEqual({ errorID, fieldID: 'code' })
  })
})
