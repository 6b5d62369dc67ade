import { useQuery } from '../../../kit/navigation/use-query.ts'
import { newRole } from '../../../kit/navigation/paths.ts'
import { TenantRoleForm } from './tenant-role-form.tsx'
import { TenantRoleList } from './tenant-role-list.tsx'

/** Tab Custom Roles of Global Settings: the list, or the role that `?role=` names. */
export default function CustomRoles() {
  const id = useQuery().query.get('role')
  if (id === null) return <TenantRoleList />
  return <TenantRoleForm key={id} id={id === newRole ? undefined : id} />
}
