import { createContext, type ReactNode, useContext, useState } from 'react'
import { type Country, countries, countryNames, keepCountry, readCountry } from '@/reading/steps/countries'
import { SelectField } from '@/ui/forms/field'

interface Chosen {
  country: Country | null
  choose: (country: Country | null) => void
}

const CountryContext = createContext<Chosen | null>(null)

/** The country whose offices a list names, as chosen on this device, and how to choose another. */
export function useCountry(): Chosen {
  const [country, setCountry] = useState(readCountry)
  const choose = (next: Country | null) => {
    keepCountry(next)
    setCountry(next)
  }
  return { country, choose }
}

/** Lets the steps inside offer the choice. A list without it, such as one kept on the device, stays as it was made. */
export function CountryFrame({ chosen, children }: { chosen: Chosen; children: ReactNode }) {
  return <CountryContext value={chosen}>{children}</CountryContext>
}

const options = countries.map((value) => ({ value, label: countryNames[value] }))

/** The choice of a country, at a step whose offices depend on it. @param title the step's, for those who hear the field alone */
export function CountryChoice({ title }: { title: string }) {
  const chosen = useContext(CountryContext)
  if (!chosen) return null
  return (
    <div className="mt-3 max-w-80 print:hidden">
      <SelectField
        label="Where did they live?"
        hint="We'll name the offices there, on this device."
        aria-label={`Where did they live? ${title}`}
        placeholder="Another country, or not chosen"
        options={options}
        value={chosen.country ?? ''}
        onChange={({ target }) => chosen.choose(countries.find((one) => one === target.value) ?? null)}
      />
    </div>
  )
}
