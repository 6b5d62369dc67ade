import { useState, type ReactNode, type RefObject } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { RouterProvider } from 'react-aria-components'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'

import { useCore, useNavigator, useWords } from '../context/portal-context.tsx'
import { CheckIcon, ExternalIcon } from './icons.tsx'
import { languageEntries } from './language-entries.ts'
import type { MenuItems } from './menu-entry.ts'
import styles from './menu.module.css'
import { Pill } from './pill.tsx'

type Properties = {
  readonly labelledBy: string
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly entries: readonly MenuItems[]
  readonly head?: ReactNode
  readonly onClose: () => void
}

/** The open menu: React Aria handles arrows, Home, End, typeahead, Escape and focus. */
export default function MenuPopup({ labelledBy, trigger, entries, head, onClose }: Properties) {
  const navigator = useNavigator()
  const words = useWords()
  const { memory } = useCore()
  const all = entries.flatMap((one) => (one === 'languages' ? languageEntries(words.locale, memory) : one))
  const [side] = useState(() => sideOf(trigger.current))
  return (
    <I18nProvider locale={words.locale}>
      <RouterProvider navigate={(path) => navigator.go(path)}>
        <Popover
          triggerRef={trigger}
          isOpen
          onOpenChange={(isOpen) => {
            if (!isOpen) onClose()
          }}
          placement={side}
          aria-labelledby={labelledBy}
          className={styles['popup'] ?? ''}
        >
          {head !== undefined && <div className={styles['head']}>{head}</div>}
          {/* A menu that opens takes the focus (ARIA practices, menu button). */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Menu aria-labelledby={labelledBy} autoFocus="first" onClose={onClose} className={styles['list'] ?? ''}>
            {all.map((entry) => (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                className={styles['item'] ?? ''}
                {...(entry.href === undefined ? {} : { href: entry.href })}
                {...(entry.newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
                {...(entry.onAction === undefined ? {} : { onAction: entry.onAction })}
              >
                <span className={styles['itemLabel']} lang={entry.language}>
                  {entry.label}
                </span>
                {entry.isCurrent && <CheckIcon />}
                {entry.isCurrent && <span className="visually-hidden">{words.say('environments.selected')}</span>}
                {entry.mark && <Pill tone={entry.mark.isProduction ? 'production' : 'plain'}>{entry.mark.text}</Pill>}
                {entry.newTab && <ExternalIcon />}
                {entry.newTab && <span className="visually-hidden">{words.say('portal.newTab')}</span>}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </RouterProvider>
    </I18nProvider>
  )
}

/** In line with the end of its button, or with the beginning of one in the left half of the window. */
function sideOf(button: HTMLElement | null): 'bottom left' | 'bottom right' {
  const { left = 0, right = 0 } = button?.getBoundingClientRect() ?? {}
  return left + right < window.innerWidth ? 'bottom left' : 'bottom right'
}
