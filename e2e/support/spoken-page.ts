import type { Page } from 'playwright-core'

type Value = { readonly value?: string | number | boolean }
type Node = {
  readonly nodeId: string
  readonly backendDOMNodeId?: number
  readonly ignored: boolean
  readonly role?: Value
  readonly name?: Value
  readonly description?: Value
  readonly value?: Value
  readonly properties?: readonly { readonly name: string; readonly value: Value }[]
  readonly childIds?: readonly string[]
}

/** Roles that are not announced, only their content. */
const unspoken = new Set(
  'none generic InlineTextBox RootWebArea ListMarker LabelText Legend rowgroup paragraph DescriptionList'.split(' '),
)
/** Roles whose content is not announced again after their name. */
const namedByContent = new Set('link button heading menuitem option columnheader checkbox cell term time'.split(' '))

/**
 * What a screen reader says of the page from top to end, a line each: role, name, state, description. From Chromium's
 * accessibility tree, as it is given to the operating system. `within`: only below the first element of this role.
 */
export async function spokenPage(page: Page, within = 'RootWebArea'): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as { nodes: readonly Node[] }
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const root = nodes.find((node) => !node.ignored && node.role?.value === within)
  if (root === undefined) throw new Error(`The page has no ${within}.`)
  const lines: string[] = []
  await speak(root, '')
  await devtools.detach()
  return lines

  async function speak(node: Node, said: string): Promise<void> {
    const role = String(node.role?.value ?? 'none')
    const name = text(node.name)
    const isSpoken = !node.ignored && !unspoken.has(role)
    if (isSpoken && role !== 'StaticText') {
      const parts = [role, name && `"${name}"`, ...statesOf(node), ...(await marksOf(node, role))]
      if (role !== 'listitem') lines.push(parts.filter((part) => part !== '').join(' '))
    }
    const now = isSpoken && namedByContent.has(role) ? name : said
    let texts = ''
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child === undefined) continue
      if (!child.ignored && child.role?.value === 'StaticText') texts += text(child.name)
      else await speak(child, now)
    }
    // An address that may break after each part is several texts, said as one.
    if (texts !== '' && !now.includes(texts) && role !== 'textbox') lines.push(texts)
  }

  /** What the tree leaves out: the current page, and the order of a column. */
  async function marksOf({ backendDOMNodeId: backendNodeId }: Node, role: string): Promise<string[]> {
    if (backendNodeId === undefined || !['link', 'columnheader', 'button'].includes(role)) return []
    const { node } = await devtools.send('DOM.describeNode', { backendNodeId })
    const attributes = node.attributes ?? []
    const valueOf = (name: string) => attributes[attributes.indexOf(name) + 1] ?? ''
    const has = (name: string) => attributes.includes(name) && valueOf(name) !== 'none' && valueOf(name) !== 'false'
    return [has('aria-current') ? 'current' : '', has('aria-sort') ? `sorted ${valueOf('aria-sort')}` : '']
  }
}

const states = ['disabled', 'expanded', 'checked', 'pressed', 'selected', 'required', 'invalid', 'readonly', 'modal']

function statesOf(node: Node): string[] {
  const found = new Map((node.properties ?? []).map(({ name, value }) => [name, value.value]))
  const is = (name: string) => !['undefined', 'false', ''].includes(String(found.get(name)))
  const value = text(node.value)
  return [
    ...(found.has('level') && node.role?.value === 'heading' ? [`level ${String(found.get('level'))}`] : []),
    ...(value === '' ? [] : [`holds "${value}"`]),
    ...states.filter(is),
    ...(found.get('expanded') === false ? ['collapsed'] : []),
    ...(found.get('pressed') === 'false' ? ['not pressed'] : []),
    ...(found.get('checked') === 'false' ? ['not checked'] : []),
    ...(['', text(node.name)].includes(text(node.description)) ? [] : [`(${text(node.description)})`]),
  ]
}

function text(value: Value | undefined): string {
  return typeof value?.value === 'string' ? value.value.replaceAll(/\s+/g, ' ').trim() : ''
}

/** From now on, what live regions say on this page, in order; call before the page is opened. */
export async function hearAnnouncements(page: Page): Promise<() => readonly string[]> {
  const heard: string[] = []
  await page.exposeFunction('porticoHear', (said: string) => void heard.push(said))
  await page.addInitScript(() => {
    const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], output'
    const last = new WeakMap<Element, string>()
    const hear = () => {
      for (const region of document.querySelectorAll<HTMLElement>(live)) {
        if (!region.checkVisibility()) continue
        const now = region.innerText.replaceAll(/\s+/g, ' ').trim()
        if (now === (last.get(region) ?? '')) continue
        last.set(region, now)
        if (now !== '') (Reflect.get(window, 'porticoHear') as (said: string) => void)(now)
      }
    }
    new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => heard
}

/** A stop of Tab: role and name, and whether a person sees that the focus is there. */
export type TabStop = { readonly stop: string; readonly isVisible: boolean }

/**
 * Where Tab stops, from where the focus is now (with that place, if there is one), until it leaves the page or comes
 * round.
 */
export async function tabStops(page: Page, stopsMax = 80): Promise<readonly TabStop[]> {
  const stops: TabStop[] = []
  for (let count = 0; count < stopsMax; count += 1) {
    const at = await page.evaluate(focusNow)
    if (at?.isKnown === true || (at === undefined && count > 0)) return stops
    if (at !== undefined) stops.push({ stop: await focusedName(page), isVisible: at.isVisible })
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not come round after ${stopsMax} stops.`)
}

/** Role and name of the element with the focus, as assistive technology has them. */
export async function focusedName(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const of = { objectId: result.objectId ?? '', fetchRelatives: false }
  const { nodes } = (await devtools.send('Accessibility.getPartialAXTree', of)) as { nodes: readonly Node[] }
  await devtools.detach()
  return `${String(nodes[0]?.role?.value)} "${text(nodes[0]?.name)}"`
}

/** Marks the element with the focus. It is visible when it is in the window and it, or an element around it, has a ring. */
function focusNow(): { isKnown: boolean; isVisible: boolean } | undefined {
  const element = document.activeElement
  if (element === null || element === document.body) return undefined
  const isKnown = element.hasAttribute('data-walked')
  element.setAttribute('data-walked', '')
  const { width, height, top, bottom, left, right } = element.getBoundingClientRect()
  const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width > 0 && height > 0
  const around = [element, element.parentElement, element.parentElement?.parentElement, element.closest('li')]
  const styles = around.flatMap((one) =>
    one === null || one === undefined ? [] : ['', '::after', '::before'].map((part) => getComputedStyle(one, part)),
  )
  const hasRing = styles.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px')
  return { isKnown, isVisible: isInSight && hasRing }
}
