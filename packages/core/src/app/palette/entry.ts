import type { Environment } from '../../tenant/environments/contract.ts'
import type { LauncherApplication } from '../../applications/launcher/contract.ts'

/** The groups of the palette. What the server finds comes last, so that its answer moves nothing above it. */
export const paletteGroups = [
  'recent',
  'pages',
  'actions',
  'applications',
  'environments',
  'identityProviders',
  'serviceAccounts',
  'people',
  'signIns',
] as const
export type PaletteGroup = (typeof paletteGroups)[number]

/** The groups whose entries the server finds. */
export const foundGroups: ReadonlySet<PaletteGroup> = new Set(['serviceAccounts', 'people', 'signIns'] as const)

/** Actions that need an object, which is chosen in the palette as the next step. */
export const askingActions = [
  'createServiceAccount',
  'deleteServiceAccount',
  'switchEnvironment',
  'deleteIdentityProvider',
  'findSignIn',
] as const
export type AskingAction = (typeof askingActions)[number]

/** What choosing an entry leads to; each face has a way there. `path` is the address of the portal's page. */
export type PaletteTarget =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'application'; readonly application: LauncherApplication }
  | { readonly kind: 'environment'; readonly environment: Environment }
  | { readonly kind: 'keys' }
  | { readonly kind: 'signOut' }

/** `ask`: an object is chosen next; `more`: the rest of this group is shown. */
export type PaletteEntry = {
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  /** Shown beside the label: what distinguishes objects of the same name. */
  readonly detail: string
  /** Searched in addition to label and detail. */
  readonly urn?: string
  /** Shown only for a text that matches. */
  readonly isTypedOnly?: boolean
  readonly target:
    | PaletteTarget
    | { readonly kind: 'ask'; readonly action: AskingAction }
    | { readonly kind: 'more'; readonly of: PaletteGroup }
}

export type PaletteSection = { readonly group: PaletteGroup; readonly entries: readonly PaletteEntry[] }

/** The query parameter of a page that opens the dialog of an action, with the only action that has one. */
export const askedAction = { name: 'do', delete: 'delete', test: 'test' } as const
