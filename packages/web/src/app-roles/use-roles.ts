import { listRoles, type Role } from '@portico/core'
import { useEffect, useState } from 'react'

import { useCore } from '../context/portal-context.tsx'

/** The visible roles of an application ("Only visible roles are kept", spec section 3); undefined while loading. */
export function useRoles(envId: string, appId: string | undefined): readonly Role[] | undefined {
  const { client, feedback } = useCore()
  const [read, setRead] = useState<{ readonly of: string; readonly roles: readonly Role[] }>()
  const wanted = `${envId} ${appId}`
  useEffect(() => {
    if (appId === undefined) return
    let isWanted = true
    void client.call(listRoles, { params: { envId, appId } }).then((outcome) => {
      if (!isWanted) return
      if (!outcome.ok) return feedback.report(outcome.problem)
      setRead({ of: wanted, roles: outcome.value.roles.filter((role) => role.visible) })
    })
    return () => {
      isWanted = false
    }
  }, [client, feedback, envId, appId, wanted])
  return read?.of === wanted ? read.roles : undefined
}
