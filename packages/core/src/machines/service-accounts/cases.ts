import type { FieldValues } from './input.ts'
import { keyLengthMax, nameLengthMax } from './rules.ts'

/** A well-formed public key; the server checks whether it is a safe RSA key. */
export const samplePublicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAl3zaHWXowzVvxCWAtdDb
7iZ+fN0oktL6Zgtf2HhQPd9M+C7V
-----END PUBLIC KEY-----`

export const samplePrivateKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCXfNodZejDNW/E
-----END PRIVATE KEY-----`

export type Case = {
  readonly what: string
  readonly values: Partial<FieldValues>
  /** Error ids by field; empty if it may be saved. */
  readonly violations: Readonly<Record<string, string>>
}

/**
 * Every rule of spec section 5 about service accounts, once. The form, the command, the server and both screens are
 * tested with this table. `key` is a placeholder for a real key, which each test supplies.
 */
export function serviceAccountCases(key: string, otherKey: string): readonly Case[] {
  return [
    { what: 'a name and one key', values: { name: 'importer', key1: key }, violations: {} },
    { what: 'only the second slot', values: { name: 'importer', key2: key }, violations: {} },
    { what: 'two different keys', values: { name: 'importer', key1: key, key2: otherKey }, violations: {} },
    { what: 'a name with a space between words', values: { name: 'nightly importer', key1: key }, violations: {} },
    { what: 'a name that is trimmed to its text', values: { name: '  importer  ', key1: key }, violations: {} },
    { what: 'a name of 128 characters', values: { name: 'n'.repeat(nameLengthMax), key1: key }, violations: {} },
    {
      what: '128 characters between blanks',
      values: { name: ` ${'m'.repeat(nameLengthMax)} `, key1: key },
      violations: {},
    },
    {
      what: 'a name of 129 characters',
      values: { name: 'n'.repeat(nameLengthMax + 1), key1: key },
      violations: { name: 'SERVICE_ACCOUNT_NAME_TOO_LONG' },
    },
    { what: 'no name', values: { name: '', key1: key }, violations: { name: 'SERVICE_ACCOUNT_NAME_REQUIRED' } },
    {
      what: 'a name of blanks',
      values: { name: ' \t ', key1: key },
      violations: { name: 'SERVICE_ACCOUNT_NAME_REQUIRED' },
    },
    {
      what: 'a name with a line break',
      values: { name: 'two\nlines', key1: key },
      violations: { name: 'SERVICE_ACCOUNT_NAME_CHARACTERS' },
    },
    {
      what: 'a name with an escape sequence',
      values: { name: 'a\u001b[31mb', key1: key },
      violations: { name: 'SERVICE_ACCOUNT_NAME_CHARACTERS' },
    },
    {
      what: 'a name with half a character',
      values: { name: 'a\ud800b', key1: key },
      violations: { name: 'SERVICE_ACCOUNT_NAME_CHARACTERS' },
    },
    { what: 'no key', values: { name: 'importer' }, violations: { key1: 'KEY_REQUIRED' } },
    {
      what: 'keys of blanks',
      values: { name: 'importer', key1: ' \n ', key2: ' ' },
      violations: { key1: 'KEY_REQUIRED' },
    },
    {
      what: 'a key without algorithm',
      values: { name: 'importer', key1: key, key1Algorithm: '' },
      violations: { key1: 'KEY_REQUIRED' },
    },
    {
      what: 'a key of another algorithm',
      values: { name: 'importer', key1: key, key1Algorithm: 'EC' },
      violations: { key1Algorithm: 'KEY_ALGORITHM' },
    },
    { what: 'a key between blank lines', values: { name: 'importer', key1: `\n\n${key}\n\n` }, violations: {} },
    {
      what: 'text that is not a key',
      values: { name: 'importer', key1: 'ssh-rsa AAAAB3NzaC1yc2E' },
      violations: { key1: 'KEY_NOT_PEM' },
    },
    {
      what: 'a private key',
      values: { name: 'importer', key1: samplePrivateKey },
      violations: { key1: 'KEY_PRIVATE' },
    },
    {
      what: 'a private key in the second slot',
      values: { name: 'importer', key1: key, key2: samplePrivateKey },
      violations: { key2: 'KEY_PRIVATE' },
    },
    {
      what: 'a key text of 2049 characters',
      values: {
        name: 'importer',
        key1: `-----BEGIN PUBLIC KEY-----\n${'A'.repeat(keyLengthMax + 1 - 52)}\n-----END PUBLIC KEY-----`,
      },
      violations: { key1: 'KEY_TOO_LONG' },
    },
    {
      what: 'the same key twice',
      values: { name: 'importer', key1: key, key2: key },
      violations: { key2: 'KEY_TWICE' },
    },
    { what: 'nothing at all', values: {}, violations: { name: 'SERVICE_ACCOUNT_NAME_REQUIRED', key1: 'KEY_REQUIRED' } },
  ]
}
