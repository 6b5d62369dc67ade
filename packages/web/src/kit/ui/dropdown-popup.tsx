import { folded, matchesSearch } from '@portico/core'
import type { Key, RefObject } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'

import { useWords } from '../context/portal-context.tsx'
import { SearchIcon } from './icons.tsx'
import type { DropdownProperties } from './dropdown-properties.ts'
import styles from './dropdown.module.css'
import search from './popup-search.module.css'

/** Spec section 9: a dropdown with this many items has a search. */
export const searchFromItems = 10

/** ARIA attributes of the search: it points at options of its list, which cannot have the focus. */
const comboboxRole = { role: 'combobox', 'aria-expanded': true } as const

type Properties = Pick<DropdownProperties, 'label' | 'items' | 'searchLabel' | 'noMatch'> & {
  readonly mode: 'single' | 'multiple'
  readonly selectedIds: readonly string[]
  readonly onSelect: (ids: readonly string[]) => void
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The open list: React Aria handles arrows, Home, End, typeahead, Escape and focus, its Autocomplete the search. */
export default function DropdownPopup(properties: Properties) {
  const { label, items, searchLabel, noMatch, mode, selectedIds, onSelect, trigger, onClose } = properties
  const isSingle = mode === 'single'
  const select = (keys: Iterable<Key>) => {
    onSelect(Array.from(keys, String))
    if (isSingle) onClose()
  }
  const list = (
    <ListBox
      aria-label={label}
      items={items}
      className={styles['list'] ?? ''}
      selectionMode={mode}
      selectedKeys={selectedIds}
      {...asInSelect}
      disallowEmptySelection={isSingle}
      onSelectionChange={(keys) => keys !== 'all' && select(keys)}
      renderEmptyState={() => <p className={styles['none']}>{noMatch}</p>}
    >
      {(item) => (
        <ListBoxItem textValue={`${item.label} ${item.detail ?? ''}`} className={styles['item'] ?? ''}>
          {({ isSelected }) => (
            <>
              <span className={styles['mark']} aria-hidden="true">
                {isSelected ? '✓' : ''}
              </span>
              <span className={styles['text']}>
                {item.label}
                {item.detail !== undefined && <span className={styles['detail']}>{item.detail}</span>}
              </span>
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
  return (
    <I18nProvider locale={useWords().locale}>
      <Popover
        triggerRef={trigger}
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose()
        }}
        aria-label={label}
        className={styles['popup'] ?? ''}
        placement="bottom start"
      >
        <div className={styles['content']}>
          {items.length < searchFromItems ? (
            list
          ) : (
            <Autocomplete filter={holdsEveryWord}>
              {/* A list with a search is opened to search it (the popup takes the focus in any case). */}
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
              <SearchField aria-label={searchLabel} autoFocus className={search['root'] ?? ''}>
                <SearchIcon />
                <Input {...comboboxRole} className={search['input'] ?? ''} placeholder={searchLabel} />
              </SearchField>
              {list}
            </Autocomplete>
          )}
        </div>
      </Popover>
    </I18nProvider>
  )
}

/** What React Aria's Select gives to its list. Choosing the chosen item again is an event, which closes the list. */
const asInSelect = {
  autoFocus: 'first',
  shouldSelectOnPressUp: true,
  shouldFocusOnHover: true,
  escapeKeyBehavior: 'none',
  allowDuplicateSelectionEvents: true,
} as const

function holdsEveryWord(text: string, typed: string): boolean {
  return matchesSearch(folded(text), { match: 'contains', text: typed })
}
