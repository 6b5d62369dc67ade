import type { AdminEnvironment, Environment } from '../../tenant/environments/contract.ts'
import { typeName } from '../../providers/identity-providers/type-names.ts'
import type { IdentityProvider } from '../../providers/identity-providers/contract.ts'
import { adminTabId, type LauncherApplication, type PortalUser } from '../../applications/launcher/contract.ts'
import { orderByName } from '../../kit/lists/order.ts'
import type { ModuleRoute } from '../../kit/navigation/modules.ts'
import { screenPath } from '../../kit/navigation/screen-path.ts'
import {
  configurationPath,
  configurationSections,
  scimPath,
  scimSections,
  securityPath,
  securitySections,
} from '../../kit/navigation/sections.ts'
import type { Person } from '../../people/people/contract.ts'
import type { ServiceAccount } from '../../machines/service-accounts/contract.ts'
import type { SignInSummary } from '../../sign-in/sign-in/records-contract.ts'
import type { WordId } from '../../kit/words/english.ts'
import type { Words } from '../../kit/words/words.ts'
import { askedAction, type AskingAction, type PaletteEntry, type PaletteGroup, type PaletteTarget } from './entry.ts'

/** What is known without asking the server about a text. */
export type PaletteSources = {
  readonly words: Words
  readonly isAdmin: boolean
  /** Tabs of the header; empty in a face without tabs. */
  readonly tabs: PortalUser['routes']
  /** A person in their own tenant; a support session has no environment, sessions or tokens. */
  readonly isPerson: boolean
  /** Whether this session may change anything: a support session that only reads may not. */
  readonly mayChange: boolean
  readonly modules: readonly ModuleRoute[]
  /** The environment that is worked in. */
  readonly environmentId: string | undefined
  readonly environments: readonly AdminEnvironment[]
  /** Those that the person can switch to, as far as they were read. */
  readonly openEnvironments: readonly Environment[]
  readonly applications: readonly LauncherApplication[]
  readonly providers: readonly IdentityProvider[]
}

/** The pages of an environment that are built. */
const environmentPages = ['service-accounts', 'roles-and-groups', 'general-settings'] as const

/** Pages, actions and the objects of the nouns that are read whole. */
export function knownEntries(sources: PaletteSources): PaletteEntry[] {
  const { words, applications, environments, providers } = sources
  return [
    ...pages(sources),
    ...actions(sources),
    ...applications
      .filter(({ launchUrl }) => launchUrl !== null)
      .map((application) => applicationEntry(application, words)),
    ...byName(environments).map(environmentEntry),
    ...byName(providers).map(providerEntry),
    ...byName(providers).flatMap((provider) => [
      ...configurationEntries(provider, words),
      ...scimEntries(provider, words),
    ]),
    ...(sources.isAdmin ? byName(environments).map((one) => provisioningEntry(one, words)) : []),
  ]
}

/** What an action can be done to, as far as it is read whole; undefined: the server searches the noun. */
export function objectsOf(action: AskingAction, sources: PaletteSources): PaletteEntry[] | undefined {
  const { environments, openEnvironments, providers, isPerson } = sources
  const leading = (entry: PaletteEntry, target: PaletteTarget) => ({ ...entry, target })
  switch (action) {
    case 'createServiceAccount':
      return byName(environments.filter((one) => !one.readonly)).map((one) =>
        leading(environmentEntry(one), page(screenPath('serviceAccountCreate', { envId: one.id }))),
      )
    case 'switchEnvironment':
      return byName(openEnvironments).map((environment) =>
        leading(environmentEntry(environment), { kind: 'environment', environment }),
      )
    case 'deleteIdentityProvider':
      // The primary provider cannot be deleted, and support deletes none that will become primary.
      return byName(providers.filter((one) => !one.primary && (isPerson || !one.pendingSwitch))).map((one) =>
        leading(providerEntry(one), toDelete(providerEntry(one))),
      )
    default:
      return undefined
  }
}

export function accountEntry({ id, name }: ServiceAccount, environment: AdminEnvironment | undefined): PaletteEntry {
  const path = screenPath('serviceAccountEdit', { envId: environment?.id ?? '', id })
  return entry('serviceAccounts', id, name, environment?.name ?? '', page(path))
}

export function personEntry({ id, name, username }: Person): PaletteEntry {
  return entry('people', id, name, username, page(screenPath('person', { personId: id })))
}

export function signInEntry({ code, username, failure, provider }: SignInSummary): PaletteEntry {
  const detail = [username, failure ?? provider?.name].filter((text) => typeof text === 'string').join(' · ')
  return entry('signIns', code, code, detail, page(screenPath('signIn', { code })))
}

/** The page of an object, with its question before a deletion. */
export function toDelete({ target }: PaletteEntry): PaletteTarget {
  const path = target.kind === 'page' ? target.path : ''
  return page(`${path}?${askedAction.name}=${askedAction.delete}`)
}

function pages({
  words,
  isAdmin,
  isPerson,
  tabs,
  modules,
  environments,
  environmentId,
}: PaletteSources): PaletteEntry[] {
  const labelled = (label: string, path: string, isTypedOnly = false): PaletteEntry => ({
    ...entry('pages', path, label, '', page(path)),
    isTypedOnly,
  })
  return [
    ...tabs.filter(({ id }) => id !== adminTabId).map(({ label, path }) => labelled(label, path)),
    ...modules.map(({ label, href }) => labelled(label, href)),
    ...(isAdmin ? securitySections : []).map((id) => ({
      ...labelled(words.say(`section.${id}`), securityPath(id), true),
      detail: words.say('section.security'),
    })),
    ...(isPerson
      ? [
          labelled(words.say('portal.sessions'), screenPath('sessions')),
          labelled(words.text('API tokens'), screenPath('apiToken')),
        ]
      : []),
    ...(isAdmin ? byName(environments) : []).flatMap(({ id, name }) =>
      environmentPages.map((tabId) => {
        const what = words.say(`environments.${tabId}`)
        const label = words.say('palette.inEnvironment', { what, name })
        return labelled(label, screenPath('environmentSettings', { envId: id, tabId }), id !== environmentId)
      }),
    ),
  ]
}

function actions({ words, isAdmin, isPerson, mayChange, environments, environmentId }: PaletteSources): PaletteEntry[] {
  const here = environments.find(({ id }) => id === environmentId)
  const asks = (action: AskingAction, isOffered: boolean): PaletteEntry[] =>
    isOffered ? [entry('actions', action, words.say(`palette.${action}`), '', { kind: 'ask', action })] : []
  const does = (id: WordId, target: PaletteTarget) => entry('actions', id, words.say(id), '', target)
  return [
    ...asks(
      'createServiceAccount',
      // No support session may, even where the tenant allows changes.
      isPerson && environments.some((one) => !one.readonly),
    ),
    ...asks('deleteServiceAccount', isPerson && here !== undefined && !here.readonly),
    ...asks('switchEnvironment', isPerson),
    ...(isAdmin && mayChange ? [does('palette.addIdentityProvider', page(screenPath('identityProviderCreate')))] : []),
    ...asks('deleteIdentityProvider', isAdmin && mayChange),
    ...asks('findSignIn', isAdmin),
    does('keys.title', { kind: 'keys' }),
    does('portal.signOut', { kind: 'signOut' }),
  ]
}

function applicationEntry(application: LauncherApplication, words: Words): PaletteEntry {
  const { id, label, urn } = application
  return {
    ...entry('applications', id, label, words.say('palette.opensTab'), { kind: 'application', application }),
    urn,
  }
}

function environmentEntry({ id, name, type }: Environment): PaletteEntry {
  const path = screenPath('environmentSettings', { envId: id, tabId: 'service-accounts' })
  return entry('environments', id, name, type, page(path))
}

function providerEntry({ id, name, type }: IdentityProvider): PaletteEntry {
  const path = screenPath('identityProvider', { idpId: id, tabId: 'configuration' })
  return entry('identityProviders', id, name, typeName(type), page(path))
}

/** The sections of a provider's configuration; the provider itself leads to the first. */
function configurationEntries({ id, name, live, certificates }: IdentityProvider, words: Words): PaletteEntry[] {
  const detail = words.say('palette.configurationOf', { name })
  return configurationSections
    .filter((one) => one !== 'settings' && (one !== 'certificates' || (live !== null && certificates.length > 0)))
    .map((one) => {
      const path = configurationPath(id, one)
      const label = words.say(`section.configuration.${one}`)
      return { ...entry('pages', path, label, detail, page(path)), isTypedOnly: true }
    })
}

/** SCIM of a provider, found by what directories call it, and its sections. */
function scimEntries({ id, name }: IdentityProvider, words: Words): PaletteEntry[] {
  const path = screenPath('identityProvider', { idpId: id, tabId: 'scim' })
  const label = words.say('palette.scimOf', { name })
  const tab = { ...entry('pages', path, label, words.say('palette.scim'), page(path)), urn: provisioning }
  const [, ...others] = scimSections
  const sections = others.map((one) =>
    entry('pages', scimPath(id, one), words.say(`section.scim.${one}`), label, page(scimPath(id, one))),
  )
  return [tab, ...sections].map((one) => ({ ...one, isTypedOnly: true }))
}

/** Where the applications are, each of which has a page with its provisioning. */
function provisioningEntry({ id, name }: Environment, words: Words): PaletteEntry {
  const path = screenPath('environmentSettings', { envId: id, tabId: 'roles-and-groups' })
  const label = words.say('palette.inEnvironment', { what: words.say('palette.provisioning'), name })
  return { ...entry('pages', `provisioning ${id}`, label, '', page(path)), urn: provisioning, isTypedOnly: true }
}

/** Searched in every language. */
const provisioning = 'scim provisioning'

function entry(
  group: PaletteGroup,
  id: string,
  label: string,
  detail: string,
  target: PaletteEntry['target'],
): PaletteEntry {
  return { id: `${group} ${id}`, group, label, detail, target }
}

function page(path: string): PaletteTarget {
  return { kind: 'page', path }
}

function byName<T extends { readonly name: string }>(rows: readonly T[]): T[] {
  return orderByName(rows, ({ name }) => name)
}
