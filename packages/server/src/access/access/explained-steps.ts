import {
  accessGroupsMax,
  portalAppId,
  type EffectiveAccess,
  type ExplainedAccess,
  type ExplainedStep,
  type GroupOfPerson,
  type HeldRole,
  type OpeningGroup,
  type WhereIs,
} from '@portico/core/contract'

import { minuteOf, say } from '../../kit/words/say.ts'
import type { KnownPerson } from './known-person.ts'

/** Everything that the steps speak of. */
export type Facts = {
  readonly asked: Pick<ExplainedAccess, 'environment' | 'application'> & { readonly isPlaced: boolean }
  readonly where: WhereIs
  readonly provider: ExplainedAccess['provider']
  /** Name of the primary provider. */
  readonly primary: string | null
  readonly person: KnownPerson | undefined
  /** People of the provider with this username. */
  readonly namesakes: number
  /** A person with this username at another provider, where this one knows none. */
  readonly elsewhere: (KnownPerson & { readonly provider: string }) | undefined
  readonly groups: readonly GroupOfPerson[]
  readonly groupCount: number
  readonly access: EffectiveAccess | null
  readonly openedBy: readonly OpeningGroup[]
  readonly openedByCount: number
  /** Groups mapped to Security Admin, which does not count at the provider. */
  readonly uncounted: readonly string[]
}

/** As many names as a sentence holds; the answer has the others beside it. */
const saidMax = 12

/** The chain, up to the step that ends it. What the person needs at the application that was asked about is always said. */
export function stepsOf(facts: Facts): ExplainedStep[] {
  const { provider, person, access } = facts
  const format = formatStep(facts)
  if (provider === null) return [format]
  const steps = [format, providerStep(provider), personStep(facts, provider)]
  if (person === undefined || access === null)
    return [...steps, unknown('groups', say('explain.groupsUnknown')), neededStep(facts), applicationsUnknown()]
  return [...steps, groupsStep(facts, provider), rolesStep(facts, access), applicationsStep(facts, access)]
}

const step =
  (outcome: ExplainedStep['outcome']) =>
  (name: ExplainedStep['step'], sentence: string): ExplainedStep => ({ step: name, outcome, sentence })
const [passed, missing, unknown] = [step('passed'), step('missing'), step('unknown')]

function formatStep({ where, provider, person }: Facts): ExplainedStep {
  if (person === undefined || where.provider?.id === provider?.id)
    return (where.provider === null ? missing : passed)('format', where.explanation)
  const there = where.provider?.name
  if (there === undefined) return missing('format', where.explanation)
  const values = { username: person.username, there, name: person.name, provider: provider?.name ?? '' }
  return missing('format', say('explain.otherProvider', values))
}

function providerStep({ name, enabled, primary }: NonNullable<Facts['provider']>): ExplainedStep {
  if (!enabled) return missing('provider', say('explain.providerOff', { provider: name }))
  return passed('provider', say('explain.provider', { provider: name, primary: String(primary) }))
}

function personStep(facts: Facts, provider: { readonly name: string }): ExplainedStep {
  const { person, namesakes } = facts
  if (person === undefined) return unknown('person', notSeen(facts, provider))
  const { name, username, active, isForeign, lastSignInAt } = person
  if (isForeign) return missing('person', say('explain.personForeign', { name, username, provider: provider.name }))
  if (!active) return missing('person', say('explain.personOff', { name }))
  const known = lastSignInAt
    ? say('explain.person', { name, username, at: minuteOf(lastSignInAt) })
    : say('explain.personKnown', { name, username })
  if (namesakes === 1) return passed('person', known)
  return passed('person', `${known} ${say('explain.several', { count: namesakes, provider: provider.name, name })}`)
}

function notSeen({ where: { username }, elsewhere }: Facts, provider: { readonly name: string }): string {
  if (elsewhere === undefined) return say('explain.notSeen', { username, provider: provider.name })
  const known = say('explain.seenElsewhere', { username, provider: provider.name, other: elsewhere.provider })
  return elsewhere.isForeign ? `${known} ${say('explain.personForeign', elsewhere)}` : known
}

function groupsStep({ groups, groupCount, person }: Facts, provider: { readonly name: string }): ExplainedStep {
  if (groupCount === 0 && person?.lastSignInAt === null) return missing('groups', say('explain.noGroupsYet'))
  if (groupCount === 0) return missing('groups', say('explain.noGroups', { provider: provider.name }))
  const names = groups.map(({ name, claim }) => (name === claim ? name : say('explain.received', { name, claim })))
  return passed('groups', say('explain.groups', { count: groupCount, ...some(names, groupCount) }))
}

function rolesStep(facts: Facts, access: EffectiveAccess): ExplainedStep {
  const { primary, uncounted } = facts
  const admin =
    uncounted.length === 0
      ? []
      : [say('explain.adminElsewhere', { groups: uncounted.join(', '), primary: primary ?? 'none' })]
  const { roles, roleCount, applications } = access
  if (roleCount > 0) {
    const held = say('explain.roles', { count: roleCount, ...some(roles.map(roleText), roleCount) })
    return passed('roles', [held, ...admin].join(' '))
  }
  const [opened] = applications
  if (opened !== undefined)
    return passed('roles', [say('explain.access', { groups: through(opened) }), ...admin].join(' '))
  return missing(
    'roles',
    [say('explain.noRoles', { place: placeText(facts.asked) }), ...needed(facts), ...admin].join(' '),
  )
}

/** What a person who was not seen yet needs. */
function neededStep(facts: Facts): ExplainedStep {
  const sentences = needed(facts)
  if (sentences.length === 0) return unknown('roles', say('explain.rolesUnknown'))
  return (facts.openedByCount === 0 ? missing : unknown)('roles', sentences.join(' '))
}

function needed({ asked, openedBy, openedByCount }: Facts): string[] {
  const { application, environment, isPlaced } = asked
  if (application === null) return []
  if (application.id === portalAppId) return [say('explain.portalItself')]
  const names = { application: application.label, environment: environment?.name ?? '' }
  if (!isPlaced) return [say('explain.notPlaced', names)]
  if (openedByCount === 0) return [say('explain.nothingMapped')]
  const texts = openedBy.map(({ name, identityProvider: provider, environment: where, role }) =>
    say('explain.openingGroup', { name, what: role ?? say('explain.justAccess'), environment: where, provider }),
  )
  return [say('explain.openedBy', some(texts, openedByCount))]
}

function applicationsStep({ asked, provider, person }: Facts, access: EffectiveAccess): ExplainedStep {
  const { applications, applicationCount: count } = access
  const isBarred = person?.active === false || provider?.enabled === false
  if (asked.application?.id === portalAppId && !isBarred) return passed('applications', say('explain.portalItself'))
  if (count === 0)
    return missing('applications', say('explain.noApplications', { what: asked.application === null ? 'any' : 'one' }))
  const texts = applications.map(({ label, environment }) =>
    say('explain.applicationIn', { application: label, environment: environment.name }),
  )
  if (isBarred) return missing('applications', say('explain.opensUnless', some(texts, count)))
  return passed('applications', say('explain.applications', { count, ...some(texts, count) }))
}

function applicationsUnknown(): ExplainedStep {
  return unknown('applications', say('explain.applicationsUnknown'))
}

function roleText(role: HeldRole): string {
  const values = { role: role.label, environment: role.environment?.name ?? '', groups: through(role) }
  if (role.application !== null) return say('explain.role', { ...values, application: role.application.label })
  return say(role.environment === null ? 'explain.portalRole' : 'explain.tenantRole', values)
}

function through({ groups, groupCount }: Pick<HeldRole, 'groups' | 'groupCount'>): string {
  const names = groups.slice(0, accessGroupsMax).map(({ name }) => name)
  return groupCount > names.length ? `${names.join(', ')}, …` : names.join(', ')
}

function placeText({ application, environment }: Facts['asked']): string {
  const values = { application: application?.label ?? '', environment: environment?.name ?? '' }
  if (application !== null)
    return say(environment === null ? 'explain.ofApplication' : 'explain.ofApplicationIn', values)
  return environment === null ? '' : say('explain.inEnvironment', values)
}

function some(names: readonly string[], count: number): { readonly list: string; readonly more: number } {
  const said = names.slice(0, saidMax)
  return { list: said.join(', '), more: count - said.length }
}
