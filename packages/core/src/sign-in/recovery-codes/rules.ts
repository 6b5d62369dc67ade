import type { Violation } from '../../kit/http/violations.ts'
import { freshSignInMinutes } from '../../kit/limits.ts'

/** Crockford's Base32: no I, L, O or U, which people misread. The place of a symbol is its value. */
export const recoveryCodeSymbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 27 random symbols are 135 bits; the last symbol checks them. */
export const recoveryCodeRandomLength = 27
export const recoveryCodeGroupLength = 4
/** Typed codes are longer because of spaces and hyphens. */
export const recoveryCodeTypedMax = 100

/** How long codes are valid, in days, unless the one who makes them says otherwise. */
export const recoveryCodeDays = 365
export const recoveryCodeDaysMax = 730
/** Life of a repair session. It is never renewed. */
export const repairSessionSecs = 30 * 60
/** How recent a sign-in must be that makes or drills codes, or accepts a switch of the primary provider. */
export const freshSignInSecs = freshSignInMinutes * 60
/** For how many days administrators see in a banner that codes were made, drilled or used. */
export const recoveryNewsDays = 7

/** The code of 27 random symbols as people write it: with its check symbol, in groups of four. */
export function recoveryCodeOf(random: string): string {
  const whole = random + checkSymbolOf(random)
  return (whole.match(new RegExp(`.{1,${recoveryCodeGroupLength}}`, 'g')) ?? []).join('-')
}

/**
 * What was typed, as the code is stored: 28 symbols without separators. Small letters, spaces and hyphens are accepted,
 * and O, I and L for the digits they resemble. undefined: a symbol is wrong, missing or swapped.
 */
export function readRecoveryCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const isComplete = plain.length === recoveryCodeRandomLength + 1 && [...plain].every(isSymbol)
  return isComplete && checkSymbolOf(plain.slice(0, -1)) === plain.at(-1) ? plain : undefined
}

/** Catches mistakes while the code is typed, before it is sent. */
export function recoveryCodeViolation(typed: string): Violation | undefined {
  if (typed.trim() === '') return { errorID: 'RECOVERY_CODE_REQUIRED', fieldID: 'code' }
  return readRecoveryCode(typed) === undefined ? { errorID: 'RECOVERY_CODE_TYPO', fieldID: 'code' } : undefined
}

const isSymbol = (symbol: string): boolean => recoveryCodeSymbols.includes(symbol)

/**
 * A weighted sum over GF(32), where each place has a different weight: every single wrong symbol and every exchange of
 * two symbols gives another check symbol.
 */
function checkSymbolOf(symbols: string): string {
  let sum = 0
  let weight = 1
  for (const symbol of symbols) {
    weight = double(weight)
    sum ^= product(recoveryCodeSymbols.indexOf(symbol), weight)
  }
  return recoveryCodeSymbols[sum] ?? ''
}

/** Times x, modulo x^5 + x^2 + 1. */
function double(value: number): number {
  return value & 16 ? ((value << 1) ^ 0b100101) & 31 : value << 1
}

function product(a: number, b: number): number {
  let [sum, left, right] = [0, a, b]
  for (; right > 0; right >>= 1, left = double(left)) if (right & 1) sum ^= left
  return sum
}
