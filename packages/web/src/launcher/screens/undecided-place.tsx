import { useStore } from 'zustand'

import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useCore } from '../../portal/context.tsx'
import { Loading } from '../../ui/loading.tsx'

/** A path that may be a module's, until the modules are known. */
export default function UndecidedPlace() {
  const { feedback, launcher } = useCore()
  const failed = useStore(feedback, (state) => state.system ?? state.expected) !== undefined
  return failed ? <LoadFailed onRetry={() => launcher.fetch()} /> : <Loading />
}
