import { resolve } from 'node:path'

import { knownLanguage, languages } from '@portico/core'

import { fail } from '../errors/failure.ts'
import { readColumns, readFavourites, readHotkeys } from './own-settings.ts'
import { serverOrigin } from './server-url.ts'
import { phrase } from '../phrases/phrase.ts'

/** The values of `-o`. */
export const formats = ['table', 'wide', 'tsv', 'csv', 'json', 'jsonl', 'yaml', 'name'] as const

export type Format = (typeof formats)[number]

/** Every setting: its sources and valid values. Help, `config` and the resolution are generated from this table. */
export type SettingKey =
  | 'profile'
  | 'server'
  | 'tenant'
  | 'environment'
  | 'serviceAccount'
  | 'keyFile'
  | 'insecureHttp'
  | 'output'
  | 'accessible'
  | 'mouse'
  | 'theme'
  | 'refresh'
  | 'language'
  | 'favourites'
  | 'hotkeys'
  | 'columns'

export type Setting = {
  readonly key: SettingKey
  readonly summary: string
  readonly variable: string | undefined
  readonly flag: string | undefined
  /** Stored per profile, or once for all profiles. */
  readonly scope: 'profile' | 'general'
  /** A project's `.portico.json` comes from a repository: it may set defaults, but not name key files or weaken transport security. */
  readonly inProject: boolean
  readonly default: string | undefined
  /** Normalises the value for storage; fails as validation. */
  readonly parse: (value: string, cwd: string) => string
}

const asGiven = (value: string) => value

export const settings: readonly Setting[] = [
  {
    key: 'profile',
    summary: 'Profile in use',
    variable: 'PORTICO_PROFILE',
    flag: '--profile',
    scope: 'general',
    inProject: true,
    default: 'default',
    parse: profileName,
  },
  {
    key: 'server',
    summary: 'Address of the server',
    variable: 'PORTICO_SERVER',
    flag: '--server',
    scope: 'profile',
    inProject: true,
    default: undefined,
    parse: serverOrigin,
  },
  {
    key: 'tenant',
    summary: 'Tenant, as the last sign-in reported it',
    variable: 'PORTICO_TENANT',
    flag: undefined,
    scope: 'profile',
    inProject: true,
    default: undefined,
    parse: asGiven,
  },
  {
    key: 'environment',
    summary: 'Environment that commands work in, by name or id',
    variable: 'PORTICO_ENV',
    flag: '--env',
    scope: 'profile',
    inProject: true,
    default: undefined,
    parse: asGiven,
  },
  {
    key: 'serviceAccount',
    summary: 'Id of the service account that signs in',
    variable: 'PORTICO_SERVICE_ACCOUNT',
    flag: '--service-account',
    scope: 'profile',
    inProject: false,
    default: undefined,
    parse: asGiven,
  },
  {
    key: 'keyFile',
    summary: 'File with its private key',
    variable: 'PORTICO_KEY_FILE',
    flag: '--key-file',
    scope: 'profile',
    inProject: false,
    default: undefined,
    parse: (value, cwd) => resolve(cwd, value),
  },
  {
    key: 'insecureHttp',
    summary: 'Allow plain http to a server on another machine (true or false)',
    variable: 'PORTICO_INSECURE_HTTP',
    flag: '--insecure-http',
    scope: 'profile',
    inProject: false,
    default: 'false',
    parse: (value) => oneOf('insecureHttp', value, ['true', 'false']),
  },
  {
    key: 'output',
    summary: 'Output format if no flag sets one',
    variable: 'PORTICO_OUTPUT',
    flag: '--output',
    scope: 'general',
    inProject: true,
    default: undefined,
    parse: (value) => oneOf('output', value, formats),
  },
  {
    key: 'accessible',
    summary: 'For screen readers: no progress line, no redrawing, tables as lines of label: value (true or false)',
    variable: 'PORTICO_ACCESSIBLE',
    flag: '--accessible',
    scope: 'general',
    inProject: false,
    default: 'false',
    parse: (value) => oneOf('accessible', value, ['true', 'false']),
  },
  {
    key: 'mouse',
    summary: 'Mouse clicks and wheel in the terminal UI (true or false); hold Shift to select text',
    variable: 'PORTICO_MOUSE',
    flag: '--mouse',
    scope: 'general',
    inProject: false,
    default: 'true',
    parse: (value) => oneOf('mouse', value, ['true', 'false']),
  },
  {
    key: 'theme',
    summary: 'Colours of the terminal UI: for a light or dark background, or auto: as the terminal reports',
    variable: 'PORTICO_THEME',
    flag: '--theme',
    scope: 'general',
    inProject: false,
    default: 'auto',
    parse: (value) => oneOf('theme', value, ['auto', 'light', 'dark']),
  },
  {
    key: 'refresh',
    summary: 'Seconds after which the terminal UI reloads the list on screen; 0: only with Ctrl-R',
    variable: 'PORTICO_REFRESH',
    flag: '--refresh',
    scope: 'general',
    inProject: false,
    default: '15',
    parse: (value) => secondsIn('refresh', value, 3600),
  },
  {
    key: 'language',
    summary:
      'Language of messages (en, de, ar); default: that of LC_ALL, LC_MESSAGES or LANG. Machine formats stay English',
    variable: 'PORTICO_LANGUAGE',
    flag: undefined,
    scope: 'general',
    inProject: false,
    default: undefined,
    parse: (value) => knownLanguage(value) ?? oneOf('language', value, languages),
  },
  {
    key: 'favourites',
    summary: 'Screens on top of the sidebar of the terminal UI: person, audit',
    variable: undefined,
    flag: undefined,
    scope: 'profile',
    inProject: false,
    default: undefined,
    parse: (value) => readFavourites(value).join(', '),
  },
  {
    key: 'hotkeys',
    summary: 'Commands of the terminal UI on F2 to F12: f2=tree; f3=service-account robot',
    variable: undefined,
    flag: undefined,
    scope: 'profile',
    inProject: false,
    default: undefined,
    parse: (value) =>
      readHotkeys(value) === undefined
        ? fail('validation', 'hotkeys maps F2 to F12 to commands: f2=tree; f3=service-account robot', {
            errorID: 'INVALID_VALUE',
          })
        : value,
  },
  {
    key: 'columns',
    summary: 'Columns of lists of the terminal UI and their order: service-accounts=name,keys:-lastUsedAt',
    variable: undefined,
    flag: undefined,
    scope: 'profile',
    inProject: false,
    default: undefined,
    parse: (value) =>
      readColumns(value) === undefined
        ? fail(
            'validation',
            'columns maps lists to their columns: service-accounts=name,keys:-lastUsedAt; people=name',
            {
              errorID: 'INVALID_VALUE',
            },
          )
        : value,
  },
]

export function settingOf(key: string): Setting | undefined {
  return settings.find((setting) => setting.key === key)
}

/** Profile names become file names and JSON keys. */
export function profileName(value: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(value)) return value
  return fail('validation', 'A profile name has 1 to 64 letters, digits, dots, dashes and underscores.', {
    errorID: 'INVALID_VALUE',
  })
}

function secondsIn(key: string, value: string, max: number): string {
  if (/^\d{1,6}$/.test(value) && Number(value) <= max) return String(Number(value))
  return fail('validation', phrase`${key} is a number of seconds from 0 to ${max}.`, { errorID: 'INVALID_VALUE' })
}

function oneOf(key: string, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value
  return fail('validation', phrase`${key} is one of ${allowed.join(', ')}.`, { errorID: 'INVALID_VALUE' })
}
