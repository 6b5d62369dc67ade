import { useStore } from 'zustand'

import { useCore } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'

/** A path that may belong to a module, shown until the modules are loaded. */
export function UndecidedPlace() {
  const { feedback, launcher } = useCore()
  const failed = useStore(feedback, (state) => state.system ?? state.expected) !== undefined
  return failed ? <LoadFailed onRetry={() => launcher.fetch()} /> : <Loading />
}
