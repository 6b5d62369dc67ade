import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62 to the 43rd is more than 2 to the 256th. */
const secretLength = 43
/** 62 to the 6th is more than 2 to the 32nd. */
const checksumLength = 6
const shape = new RegExp(`^([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`)

/**
 * A new token: the prefix (`scim_`), 256 random bits and the CRC-32 of those digits, both in base 62 with leading zeros. Scanners
 * find it by the prefix and check the checksum without asking, as with GitHub's tokens.
 */
export function makeCheckedToken(prefix: string): string {
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return prefix + secret + checksumOf(secret)
}

/** Whether a text can be one of our tokens. The checksum catches mistyped and invented ones before the database is asked. */
export function isCheckedToken(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix)) return false
  const [, secret, checksum] = shape.exec(text.slice(prefix.length)) ?? []
  return secret !== undefined && checksum === checksumOf(secret)
}

/** What lists show of a token: the prefix and four characters. The other 39 have 232 bits. */
export function beginningOf(prefix: string, token: string): string {
  return token.slice(0, prefix.length + 4)
}

function checksumOf(secret: string): string {
  return inBase62(BigInt(crc32(secret)), checksumLength)
}

function inBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = (digits[Number(rest % 62n)] ?? '') + text
  return text
}
