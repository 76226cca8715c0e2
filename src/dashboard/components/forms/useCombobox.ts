import { type KeyboardEvent, useEffect, useId, useState } from 'react'

/**
 * Roles and keys of a text field that chooses from a list below it: arrows move, Enter chooses, and
 * Escape is left to the dialog around it. Source: ARIA practices, "Combobox".
 */
export function useCombobox(list: useCombobox.List): useCombobox.Parts {
  const { count, text, start, onChoose } = list
  const id = useId()
  // What was pointed at says nothing about what another text finds.
  const [at, setAt] = useState({ text, index: start })
  const index = Math.min(at.text === text ? at.index : Math.min(start, 0), count - 1)
  const active = index < 0 ? undefined : `${id}${index}`
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  function press(event: KeyboardEvent): void {
    const { key, nativeEvent } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (nativeEvent.isComposing || count === 0) return
    if (step !== undefined) {
      const from = index < 0 && step < 0 ? 0 : index
      setAt({ text, index: (from + step + count) % count })
    } else if (key === 'Enter' && index >= 0 && !event.ctrlKey && !event.metaKey) onChoose(index)
    else if (!list.onKey?.(event, index)) return
    event.preventDefault()
  }
  return {
    field: {
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': `${id}list`,
      'aria-activedescendant': active,
      onKeyDown: press,
    },
    list: { id: `${id}list`, role: 'listbox' },
    option: (index) => ({
      id: `${id}${index}`,
      role: 'option',
      'aria-selected': active === `${id}${index}`,
      onClick: () => onChoose(index),
    }),
  }
}

export declare namespace useCombobox {
  type List = {
    /** How many options there are now. */
    count: number
    /** What is typed. */
    text: string
    /** The option that is pointed at first; -1: none is until an arrow is pressed. */
    start: number
    onChoose: (index: number) => void
    /** Takes further keys; says whether it did. */
    onKey?: (event: KeyboardEvent, index: number) => boolean
  }
  type Parts = {
    field: {
      role: 'combobox'
      autoComplete: 'off'
      spellCheck: false
      'aria-autocomplete': 'list'
      'aria-expanded': boolean
      'aria-controls': string
      'aria-activedescendant': string | undefined
      onKeyDown: (event: KeyboardEvent) => void
    }
    list: { id: string; role: 'listbox' }
    option: (index: number) => {
      id: string
      role: 'option'
      'aria-selected': boolean
      onClick: () => void
    }
  }
}
