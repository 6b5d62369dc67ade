import {
  createPrimarySwitch,
  identityProviderList,
  listOf,
  portalRoleList,
  screenPath,
  securityAdminRole,
  type PortalRole,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useStore } from 'zustand'

import { ObjectHistory } from '../../../tenant/audit/object-history.tsx'
import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { ChooseSwitch } from '../../../providers/primary-idp/choose-switch.tsx'
import { PendingSwitch } from '../../../providers/primary-idp/pending-switch.tsx'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { Changeable, Lockable } from '../../../kit/editing/changeable.tsx'
import form from '../../../kit/ui/form-page.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { NativeSelect } from '../../../kit/ui/native-select.tsx'
import { RoleGroups } from '../role-groups.tsx'

/** Who administers the portal: its roles with their groups, and the switch to a group of another provider (spec sections 4 and 6). */
export default function PortalRolesSection() {
  const core = useCore()
  const words = useWords()
  const roles = useOpenList(listOf(core, portalRoleList), '')
  const title = words.say('portalRoles.title')
  return (
    <section className={form['fields']} aria-labelledby="portal-roles">
      <div className={form['sectionHead']}>
        <div>
          <h2 id="portal-roles">{title}</h2>
          <p className={form['lead']}>{words.say('portalRoles.lead')}</p>
        </div>
        <ButtonLink to={screenPath('groups')}>{words.say('portalRoles.seeGroups')}</ButtonLink>
      </div>
      <Lockable never>
        <PendingSwitch />
        <GraceWindows />
        {roles.status === 'loading' && <Loading />}
        {roles.status === 'failed' && <LoadFailed onRetry={() => listOf(core, portalRoleList).refresh()} />}
        {roles.rows?.map((role) => (
          <Role key={role.id} role={role} />
        ))}
      </Lockable>
    </section>
  )
}

function GraceWindows() {
  const words = useWords()
  const { current } = useStore(useCore().lazily(createPrimarySwitch))
  const time = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeStyle: 'short' })
  return current?.graces.map(({ id, name, endsAt }) => (
    <p key={id} className={form['note']}>
      {words.say('idpSwitch.graceRuns', { name, until: time.format(new Date(endsAt)) })}
    </p>
  ))
}

/** Groups of the primary provider are changed at once; choosing another provider leads to the switch. */
function Role({ role }: { readonly role: PortalRole }) {
  const core = useCore()
  const words = useWords()
  const store = core.lazily(createPrimarySwitch)
  const { rows = [] } = useOpenList(listOf(core, identityProviderList), '')
  const { current, idp } = useStore(store)
  const primary = current?.primary
  if (!primary) return null
  // Only the Security Admin role can go to a group of another provider, with the switch.
  const isSwitchable = role.id === securityAdminRole
  const other = isSwitchable ? rows.find(({ id }) => id === idp && id !== primary.id) : undefined
  return (
    <section className={form['fields']} aria-labelledby={`role-${role.id}`}>
      <h3 id={`role-${role.id}`}>{role.label}</h3>
      {isSwitchable && rows.length > 1 && (
        <div className={form['narrow']}>
          <NativeSelect
            label={words.say('groups.provider')}
            value={other?.id ?? primary.id}
            options={[
              { value: primary.id, label: words.say('portalRoles.primary', { name: primary.name }) },
              ...rows.filter(({ id }) => id !== primary.id).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => store.chooseProvider(id === primary.id ? undefined : id)}
          />
        </div>
      )}
      <Changeable>
        {other === undefined ? <RoleGroups key={primary.id} role={role} /> : <ChooseSwitch provider={other} />}
      </Changeable>
      <ObjectHistory of={{ kind: 'portal-role', id: role.id }} name={role.id} />
    </section>
  )
}
