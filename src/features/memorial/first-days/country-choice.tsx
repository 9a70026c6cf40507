import { createContext, type ReactNode, useContext, useState } from 'react'
import { type Country, countries, countryNames, keepCountry, readCountry } from '@/reading/steps/countries'

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

/** The choice of a country, at a step whose offices depend on it. @param title the step's, for those who hear the field alone */
export function CountryChoice({ title }: { title: string }) {
  const chosen = useContext(CountryContext)
  if (!chosen) return null
  return (
    <label className="mt-3 grid max-w-80 gap-1 print:hidden">
      <span className="font-semibold">
        Where did they live?<span className="sr-only"> {title}</span>
      </span>
      {/* Not the kit's field: all fields of forms would come with it, to pages that have no form. */}
      <select
        className="min-h-11 w-full rounded-control border border-edge bg-sheet px-3 text-ink"
        value={chosen.country ?? ''}
        onChange={({ target }) => chosen.choose(countries.find((one) => one === target.value) ?? null)}
      >
        <option value="">Another country, or not chosen</option>
        {countries.map((country) => (
          <option key={country} value={country}>
            {countryNames[country]}
          </option>
        ))}
      </select>
    </label>
  )
}
