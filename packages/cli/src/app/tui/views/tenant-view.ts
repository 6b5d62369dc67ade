import { groupNoun, identityProviderList as listedProviders, listOf } from '@portico/core'

import { auditView } from '../../../tenant/audit/screens/audit-view.ts'
import { appRoleList } from '../../../access/app-roles/screens/app-role-list.ts'
import { explainView } from '../../../access/access/screens/explain-view.ts'
import { openerList } from '../../../access/access/screens/opener-list.ts'
import { brandingView } from '../../../tenant/branding/screens/branding-view.ts'
import { certificateList } from '../../../providers/certificates/screens/certificate-list.ts'
import { draftView } from '../../../providers/identity-providers/screens/draft-view.ts'
import { identityProviderList } from '../../../providers/identity-providers/screens/identity-provider-list.ts'
import { providerFormView } from '../../../providers/identity-providers/screens/provider-form-view.ts'
import { providerValuesView } from '../../../providers/identity-providers/screens/provider-values-view.ts'
import { groupList } from '../../../people/groups/screens/group-list.ts'
import { comparisonView } from '../../../access/group-mappings/screens/comparison-view.ts'
import { groupUses } from '../../../access/group-mappings/screens/group-uses.ts'
import { mappingFormView } from '../../../access/group-mappings/screens/mapping-form-view.ts'
import { matrixView } from '../../../access/group-mappings/screens/matrix-view.tsx'
import { mappingTreeView } from '../../../access/group-mappings/screens/mapping-tree-view.tsx'
import { mappingListView } from '../../../access/group-mappings/screens/mapping-list.ts'
import { launcherList } from '../../../applications/launcher/screens/launcher-list.ts'
import { idleTimeView } from '../../../tenant/idle-time/screens/idle-time-view.ts'
import { supportAccessList } from '../../../tenant/support-access/screens/support-access-list.ts'
import { transcriptView } from '../../../tenant/support-access/screens/transcript-view.ts'
import { noticeList } from '../../../tenant/notices/screens/notice-list.ts'
import { operatedTenantView } from '../../../tenant/operations/screens/operated-tenant-view.ts'
import { operationsList } from '../../../tenant/operations/screens/operations-list.ts'
import { overviewList } from '../../../tenant/overview/screens/overview-list.ts'
import { personList } from '../../../people/people/screens/person-list.ts'
import { personView } from '../../../people/people/screens/person-view.ts'
import { administer } from '../../../access/portal-roles/screens/administer.ts'
import { portalRolesView } from '../../../access/portal-roles/screens/portal-roles-view.ts'
import { provisioningBehind } from '../../../applications/provisioning/screens/behind-list.ts'
import { provisioningForm } from '../../../applications/provisioning/screens/provisioning-form.ts'
import { takeovers } from '../../../applications/provisioning/screens/takeover-list.ts'
import { inboxList } from '../../../people/scim-inbox/screens/inbox-list.ts'
import { scimView } from '../../../people/scim-inbox/screens/scim-view.ts'
import { unseenList } from '../../../people/scim-inbox/screens/unseen-list.ts'
import { sessionList } from '../../../sign-in/sessions/screens/session-list.ts'
import { customRoleList } from '../../../access/tenant-roles/screens/custom-role-list.ts'
import { signInList } from '../../../sign-in/sign-in/screens/sign-in-list.ts'
import { signInView } from '../../../sign-in/sign-in/screens/sign-in-view.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { EnvironmentPlace, OperationsPlace, TenantPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { apiTokenForm } from '../../../machines/api-tokens/screens/api-token-form.ts'
import { apiTokenList } from '../../../machines/api-tokens/screens/api-token-list.ts'
import { webhookForm } from '../../../tenant/webhooks/screens/webhook-form.ts'
import { webhookList } from '../../../tenant/webhooks/screens/webhook-list.ts'
import { formatList } from '../../../providers/username-formats/screens/format-list.ts'
import { usernameFormatsView } from '../../../providers/username-formats/screens/formats-view.ts'
import { whereIsView } from '../../../providers/username-formats/screens/whereis-view.tsx'
import { clientForm } from '../../../applications/clients/screens/client-form.ts'
import { lazyView } from './lazy-view.tsx'

/** Places whose screens are loaded after the first frame. */
type LatePlace =
  | TenantPlace
  | { readonly view: 'overview' }
  | { readonly view: 'launcher' }
  | { readonly view: 'sessions' }
  | { readonly view: 'api-tokens' }
  | { readonly view: 'api-token-create' }
  | OperationsPlace
  | Extract<
      EnvironmentPlace,
      {
        view:
          | 'app-roles'
          | 'mappings'
          | 'mapping'
          | 'matrix'
          | 'comparison'
          | 'openers'
          | 'client'
          | 'provisioning'
          | 'provisioning-behind'
          | 'provisioning-taken'
      }
    >

/** The overview, the launcher, group mappings, or the screen of a place of the whole tenant. */
export function tenantView(app: App, place: LatePlace): View {
  switch (place.view) {
    case 'overview':
      return overviewList(app)
    case 'sessions':
      return sessionList(app)
    case 'api-tokens':
      return apiTokenList(app)
    case 'api-token-create':
      return apiTokenForm(app)
    case 'launcher':
      return launcherList(app)
    case 'operations':
      return operationsList(app)
    case 'operated-tenant':
      return operatedTenantView(app, place.slug)
    case 'identity-providers':
      return identityProviderList(app)
    case 'identity-provider-create':
      return providerFormView(app, { type: place.type })
    case 'identity-provider':
      return providerFormView(app, { id: place.id })
    case 'username-formats':
      return usernameFormatsView(app, place.id)
    case 'provider-values':
      return providerValuesView(app, place.id)
    case 'scim':
      return scimView(app, place.id)
    case 'scim-inbox':
      return inboxList(app, place.id)
    case 'scim-unseen':
      return unseenList(app, place.id)
    case 'provider-draft':
      return draftView(app, place.id)
    case 'all-formats':
      return formatList(app)
    case 'certificates':
      return certificateList(app)
    case 'audit':
      return auditView(app, place)
    case 'notices':
      return noticeList(app)
    case 'portal-roles':
      return portalRolesView(app)
    case 'branding':
      return brandingView(app)
    case 'idle-time':
      return idleTimeView(app)
    case 'support-access':
      return supportAccessList(app)
    case 'support-transcript':
      return transcriptView(app, place)
    case 'webhooks':
      return webhookList(app)
    case 'webhook-create':
      return webhookForm(app, undefined)
    case 'webhook':
      return webhookForm(app, place.id)
    case 'groups':
      return place.id === undefined ? primaryGroups(app) : groupsOf(app, place.id)
    case 'group-uses':
      return groupUses(app, place)
    case 'mapping-tree':
      return mappingTreeView(app)
    case 'group-tree':
      return mappingTreeView(app, place)
    case 'roles':
      return customRoleList(app)
    case 'app-roles':
      return appRoleList(app, place)
    case 'client':
      return clientForm(app, place)
    case 'provisioning':
      return provisioningForm(app, place)
    case 'provisioning-behind':
      return provisioningBehind(app, place)
    case 'provisioning-taken':
      return takeovers(app, place)
    case 'comparison':
      return comparisonView(app, place)
    case 'matrix':
      return matrixView(app, place.environmentId)
    case 'mappings':
      return mappingListView(app, place)
    case 'mapping':
      return mappingFormView(app, place.target)
    case 'people':
      return personList(app)
    case 'person':
      return personView(app, place.id)
    case 'explain':
      return explainView(app, place)
    case 'openers':
      return openerList(app, place.environmentId, place.id)
    case 'sign-ins':
      return signInList(app)
    case 'sign-in':
      return signInView(app, place.code)
    case 'whereis':
      return whereIsView(app, place.username)
  }
}

function groupsOf(app: App, idp: string): View {
  return groupList(app, idp, { administer: (group) => administer(app, idp, group) })
}

/** The groups of the primary provider, once it is known; without any provider, their list. */
function primaryGroups(app: App): View {
  return lazyView(app, {
    crumbs: [app.words.text(groupNoun.labelPlural)],
    load: async () => {
      const list = listOf(app.core, listedProviders)
      await list.open('')
      const { held = [] } = list.getState()
      const id = (held.find(({ primary }) => primary) ?? held[0])?.id
      return () => (id === undefined ? identityProviderList(app) : groupsOf(app, id))
    },
  })
}
