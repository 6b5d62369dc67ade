import {
  beginSetup,
  completeSetup,
  getSetup,
  getSetupFormats,
  getSetupMetadata,
  listSetupGroups,
  metadataTypes,
  reachOf,
  readSetupUrl,
  saveSetup,
  saveSetupFormats,
  type OurMetadata,
} from '@portico/core/contract'

import { federationKeys } from '../../providers/federation-keys/keys.ts'
import { shownKey } from '../../providers/federation-keys/routes.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { Failure, invalid, notFound } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { openRoute, route } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { saveDraft } from '../../providers/identity-providers/drafts/save-draft.ts'
import { readConfigurations } from '../../providers/identity-providers/drafts/working-copy.ts'
import { openSecrets } from '../../providers/identity-providers/queries.ts'
import { deleteProvider, lockProviderList, lockProviderRow } from '../../providers/identity-providers/rows.ts'
import { providerValues, tenantValues } from '../../providers/our-metadata/values.ts'
import { metadataXmlFor } from '../saml/our-metadata.ts'
import { conflictDetail, formatConflicts, repeatedFormats } from '../../providers/username-formats/conflicts.ts'
import { refusedFormats } from '../../providers/username-formats/refused-formats.ts'
import { lockFormats, sortedFormats } from '../../providers/username-formats/save.ts'
import { assignInitialGroup, notReached } from './complete.ts'
import { openSetup, previewSetup } from './open-setup.ts'
import { lockOpenedSetup, openedSetup } from './opened-setup.ts'
import { passedTest } from '../../providers/identity-providers/drafts/passed-test.ts'
import { saveSetupProvider, setupActorName, setupProvider, showSetup } from './provider.ts'
import { changeSetup } from './queries.ts'

const target = { kind: 'setup' } as const

export const setupRoutes = [
  openRoute(readSetupUrl, { 400: ['SETUP_URL_REFUSED'], 429: ['TOO_MANY_REQUESTS'] }, previewSetup),
  openRoute(beginSetup, { 400: ['SETUP_URL_REFUSED'], 429: ['TOO_MANY_REQUESTS'] }, openSetup),

  route(getSetup, 'setup', async ({ tx, deps }) => {
    const setup = await openedSetup(tx)
    return { value: await showSetup(tx, setup, deps), etag: etagOf(setup.version) }
  }),

  // Choosing a type reserves the provider's id, so that our addresses can be entered at its side before it is saved.
  route(
    saveSetup,
    'setup',
    { 400: ['IDP_TYPE'], 409: ['NAME_TAKEN', 'SETUP_NOT_REACHED'], 412: ['STALE'] },
    async (call) => {
      const { tx, body, readOnlyPart, ifMatch, deps, audit } = call
      await lockProviderList(tx)
      const before = await lockOpenedSetup(call)
      checkVersion(ifMatch, before.version, 'setup', tx.tenantId)
      const shownBefore = await showSetup(tx, before, deps)
      checkReadOnly(readOnlyPart, shownBefore)
      const { step, product, type, values } = body
      if (type === null && (step > 1 || values !== undefined)) throw invalid([{ errorID: 'IDP_TYPE', fieldID: 'type' }])
      if (values !== undefined && values.type !== type)
        throw invalid([{ errorID: 'INVALID_VALUE', fieldID: 'values.type' }])
      if (type !== before.type) {
        const discarded = await setupProvider(tx, before)
        if (discarded !== undefined) {
          // Kept by an administrator meanwhile: it is no longer this setup's to discard.
          if (discarded.kept_at === null) await deleteProvider(tx, discarded.id)
        }
        const providerId = type === null ? null : uuidv7(deps.clock.now())
        await changeSetup(tx, { providerId, isMade: false })
      }
      await changeSetup(tx, { step, product, type })
      if (values !== undefined) await saveSetupProvider(tx, await openedSetup(tx), { input: values, deps })
      const setup = await openedSetup(tx)
      const shown = await showSetup(tx, setup, deps)
      if (step > reachOf(shown)) throw notReached()
      const saved = shown.provider
      if (saved !== null && values !== undefined)
        await audit({
          action: 'setup.configure',
          target: { kind: 'identity-provider', id: saved.id, name: saved.name },
          ...(shownBefore.provider === null ? {} : { before: shownBefore.provider }),
          after: saved,
        })
      else if (type !== before.type || product !== before.product)
        await audit({ action: 'setup.choose', target, before: { type: before.type }, after: { type, product } })
      return { value: shown, etag: etagOf(setup.version) }
    },
  ),

  route(getSetupFormats, 'setup', { 409: ['SETUP_NOT_REACHED'] }, async ({ tx }) => {
    const setup = await openedSetup(tx)
    const row = await setupProvider(tx, setup)
    if (row === undefined) throw notReached()
    return { value: (await readConfigurations(tx, row)).working.formats, etag: etagOf(setup.version) }
  }),

  route(
    saveSetupFormats,
    'setup',
    {
      400: ['FORMAT_MAIL_PROVIDER', 'FORMAT_MIXED_SCRIPTS', 'FORMAT_PUBLIC_SUFFIX', 'FORMAT_TWICE'],
      409: [
        'FORMATS_REQUIRED',
        'FORMAT_TAKEN',
        'FORMAT_TAKEN_ELSEWHERE',
        'FORMAT_TAKEN_PARENT',
        'FORMAT_TAKEN_SUBDOMAIN',
        'SETUP_NOT_REACHED',
      ],
      412: ['STALE'],
    },
    async (call) => {
      const { tx, body, ifMatch, deps, audit } = call
      // Locked in the order of every other change, so that two of them cannot deadlock.
      await lockFormats(tx)
      await lockProviderList(tx)
      const setup = await lockOpenedSetup(call)
      checkVersion(ifMatch, setup.version, 'setup', tx.tenantId)
      const found = await setupProvider(tx, setup)
      const row = found && (await lockProviderRow(tx, found.id))
      if (row === undefined) throw notReached()
      if (body.prefixes.length + body.suffixes.length === 0)
        throw new Failure(409, 'FORMATS_REQUIRED', { resource: { type: 'setup' } })
      const configurations = await readConfigurations(tx, row)
      const { live, working } = configurations
      const { prefixes, suffixes, emailDomains } = working.formats
      const known = new Set([...prefixes, ...suffixes, ...emailDomains])
      const broken = [...repeatedFormats(body), ...refusedFormats(body, (value) => !known.has(value))]
      if (broken.length > 0) throw new Failure(400, 'INVALID_REQUEST', { details: broken.map(conflictDetail) })
      const formats = sortedFormats(body, working.formats)
      const conflicts = await formatConflicts(tx, row.id, { before: live.formats, after: body })
      const [first] = conflicts
      if (first !== undefined)
        throw new Failure(409, first.errorID, { details: conflicts.map(conflictDetail), values: first.values })
      const { name, type, enabled, config } = working.row
      const values = { name, type, enabled, config, secrets: openSecrets(working.row, deps.secrets) }
      await saveDraft(tx, configurations, { values, formats, by: setupActorName }, deps.secrets)
      await changeSetup(tx, {})
      const provider = { kind: 'identity-provider', id: row.id, name } as const
      await audit({ action: 'setup.formats', target: provider, before: working.formats, after: formats })
      return { value: formats, etag: etagOf(setup.version + 1) }
    },
  ),

  route(getSetupMetadata, 'setup', async ({ tx, params, deps }) => {
    const type = metadataTypes.find((one) => one === params.type)
    const { type: chosen, providerId } = await openedSetup(tx)
    if (type === undefined) throw notFound()
    const { baseUrl } = deps.settings
    const provider = chosen === null || providerId === null ? undefined : { id: providerId, type: chosen }
    const values = provider && providerValues(type, baseUrl, { tenantId: tx.tenantId, ...provider })
    const isSaml = type === 'saml2'
    const value: OurMetadata = {
      type,
      values: tenantValues(type, baseUrl, tx.tenantId),
      providers: provider === undefined || values === undefined ? [] : [{ id: provider.id, name: '', values }],
      keys: isSaml ? (await federationKeys(tx, deps)).map(shownKey) : [],
      xml: isSaml && provider !== undefined && values !== undefined ? await metadataXmlFor(tx, deps, provider) : null,
    }
    return { value }
  }),

  route(listSetupGroups, 'setup', async ({ tx, deps }) => {
    const row = await setupProvider(tx, await openedSetup(tx))
    if (row === undefined) return { value: { username: null, groups: [] } }
    const { fingerprint } = (await readConfigurations(tx, row)).working
    const test = await passedTest(tx, row.id, { fingerprint, box: deps.secrets })
    return { value: { username: test?.username ?? null, groups: [...(test?.groups ?? [])] } }
  }),

  route(
    completeSetup,
    'setup',
    {
      400: ['GROUP_UNKNOWN'],
      409: ['FORMATS_REQUIRED', 'IDP_NOT_TESTED', 'LAST_ADMIN_PATH', 'NAME_TAKEN', 'SETUP_NOT_REACHED'],
    },
    assignInitialGroup,
  ),
]
