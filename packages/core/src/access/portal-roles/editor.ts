import * as v from 'valibot'

import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { Group } from '../../people/groups/contract.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { getPortalRoleGroups, PortalRoleGroups, securityAdminRole, setPortalRoleGroups } from './contract.ts'
import {
  createRoleGroupsForm,
  roleGroupChangesOf,
  roleGroupsCommandOf,
  roleGroupsInput,
  type RoleGroupsFormState,
} from './form.ts'

export type PortalRoleEditor = Editor<RoleGroupsFormState, PortalRoleGroups> & {
  /** The groups that are to hold the role, all of the primary provider. */
  replace(groups: readonly Group[]): void
}

const Typed = v.object({ groups: v.array(Group), fetched: PortalRoleGroups })

/** The groups that hold a role of the portal. `id`: of the role, such as `security-admin`. */
export function createPortalRoleEditor(
  parts: EditorParts,
  target: EditorOptions & { readonly id: string },
): PortalRoleEditor {
  const { client, words } = parts
  const params = { id: target.id }
  const form = createRoleGroupsForm()
  const editor = createEditor<RoleGroupsFormState, PortalRoleGroups>(
    parts,
    {
      form,
      idOf: () => target.id,
      // The server decides the same for every change (`LAST_ADMIN_PATH`, with the reason); here it is known before sending.
      violationsOf: (state) =>
        state.groups.length === 0 && target.id === securityAdminRole
          ? [{ errorID: 'ADMIN_GROUP_REQUIRED', fieldID: 'groups' }]
          : violationsOf(setPortalRoleGroups.body, roleGroupsInput(state)),
      isChanged: isChangedIn,
      changesOf: (state) => {
        const { removed, added } = roleGroupChangesOf(state)
        const names = (groups: readonly Group[]) => groups.map(({ name }) => name)
        const label = words().say('portalRole.groups')
        return isChangedIn(state) ? [{ field: 'groups', label, removed: names(removed), added: names(added) }] : []
      },
      commandOf: (state) => roleGroupsCommandOf(state, target.id),
      read: () => client.call(getPortalRoleGroups, { params }),
      save: (state, { etag }) =>
        client.call(setPortalRoleGroups, { params, body: roleGroupsInput(state), ifMatch: etag }),
      sentences: { created: 'portalRole.saved', updated: 'portalRole.saved' },
      // Details name a group by its position.
      fieldOf: (fieldID) => fieldID.replace(/\..*$/, ''),
      typedOf: ({ groups, fetched }) => ({ groups, fetched }),
      retype(content) {
        const typed = v.safeParse(Typed, content)
        return typed.success && form.repeat(typed.output) ? 'form.kept' : undefined
      },
    },
    target,
  )
  return { ...editor, replace: (groups) => form.replace(groups) }
}

function isChangedIn(state: RoleGroupsFormState): boolean {
  const { removed, added } = roleGroupChangesOf(state)
  return removed.length + added.length > 0
}
