import { keepOnDevice, readFromDevice } from '@/browser/device-storage'

/*
 * The offices of a country, as far as they have names that a family will hear. The reader says which country, because a plan
 * does not; it is kept on the device, and holds for every list that is read there.
 */

export const countries = ['us', 'gb', 'ca', 'au', 'ie'] as const
export type Country = (typeof countries)[number]

export const countryNames: Record<Country, string> = {
  us: 'United States',
  gb: 'United Kingdom',
  ca: 'Canada',
  au: 'Australia',
  ie: 'Ireland',
}

/** The steps whose words depend on the country, in full sentences. */
interface Offices {
  /** Who records deaths and gives out copies of the certificate. */
  certificates: string
  /** Which government offices to tell. */
  government: readonly string[]
  /** Who keeps strangers from using the name. */
  credit: string
}

const offices: Record<Country, Offices> = {
  us: {
    certificates:
      'The funeral home usually orders them. Otherwise ask the vital records office of the state or county where the death happened.',
    government: [
      'Social Security first: the funeral home often tells it, so ask if it has. Otherwise call; it also tells Medicare.',
      'Then the state’s motor vehicle office, the election office of the county, and Veterans Affairs for someone who served. The tax office (IRS) learns of it from the last tax return.',
    ],
    credit: 'Tell one of the three: Equifax, Experian or TransUnion. It tells the other two.',
  },
  gb: {
    certificates:
      'The registrar gives them out when the death is registered, at the register office. Copies cost more later.',
    government: [
      'The service “Tell Us Once” tells most offices: pensions, tax, passports, driving licenses, the council. The registrar will give you a number for it.',
      'In Northern Ireland, tell the Bereavement Service, and every other office yourself.',
    ],
    credit: 'Write to each of the three: Experian, Equifax and TransUnion.',
  },
  ca: {
    certificates:
      'The funeral home usually gives you proof of death. The vital statistics office of the province or territory has the certificate.',
    government: [
      'Service Canada: it ends the Canada Pension Plan, Old Age Security and the Social Insurance Number. Ask about the death benefit and the survivor’s pension.',
      'Then the Canada Revenue Agency, and the offices of the province for the health card and the driver’s license.',
    ],
    credit: 'Tell both: Equifax Canada and TransUnion Canada.',
  },
  au: {
    certificates:
      'The funeral home usually registers the death. The registry of births, deaths and marriages of the state or territory sends the certificate.',
    government: [
      'The “Australian Death Notification Service” tells many offices and companies at once.',
      'Then Services Australia for the pension and Medicare, the tax office (ATO), and the state’s office for driver’s licenses.',
    ],
    credit: 'Tell each of them: Equifax, Experian and illion.',
  },
  ie: {
    certificates: 'A civil registration service gives them out when the death is registered.',
    government: [
      'The Department of Social Protection, for pensions and other payments; ask about a widowed person’s pension.',
      'Then Revenue, the HSE for a medical card, and the office for the driving license.',
    ],
    credit: 'Ask the bank which register of loans it reports to, and whether it notes the death there.',
  },
}

const elsewhere: Offices = {
  certificates:
    'The funeral home usually orders them. Otherwise ask the office that records deaths, often at the town hall.',
  government: [
    'The funeral home or the town hall can say which offices there are, and which of them learn of it by themselves.',
  ],
  credit: 'A bank can say whether there’s such an office.',
}

/** The offices of a country; general words where none was chosen. */
export function officesOf(country: Country | null): Offices {
  return country === null ? elsewhere : offices[country]
}

const KEY = 'heartwood.country'

/** The country that was chosen on this device; null when none was, or one that is not in the list. */
export function readCountry(): Country | null {
  // Parsed by hand, because zod would make every page with a list larger.
  return readFromDevice(KEY, { parse: (stored) => countries.find((country) => country === stored) ?? null })
}

/** Keeps the choice on this device; null takes it back. Where nothing can be kept, it holds until the page is left. */
export function keepCountry(country: Country | null): void {
  keepOnDevice(KEY, country)
}
