import { usePath, usePortal } from '../context/portal-context.tsx'
import { Loading } from '../ui/loading.tsx'

/** The screen of this address is being loaded: the outline of it that came with the page, or the outline of any page. */
export function Opening() {
  const { outline } = usePortal()
  const element = outline?.path === usePath() && outline.element
  return element ? <div ref={(place) => place?.replaceChildren(element)} /> : <Loading shape="page" />
}
