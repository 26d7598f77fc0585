import { mrzCheckDigit } from '../recognisers/mrz-check.ts';

/** Somebody whose made-up document a zone is of; days are six digits. */
export type Holder = {
  surname: string;
  given: string;
  number: string;
  state: string;
  birth: string;
  sex: 'M' | 'F' | '<';
  expiry: string;
  personal: string;
};

const fill = (text: string, length: number) => text.replace(/ /g, '<').slice(0, length).padEnd(length, '<');
const checked = (text: string) => text + mrzCheckDigit(text);

/** The two lines of a passport (TD3). */
export function makePassport(holder: Holder): string[] {
  const [state, names] = [fill(holder.state, 3), `${holder.surname}<<${holder.given}`];
  const number = checked(fill(holder.number, 9));
  const [birth, expiry, personal] = [checked(holder.birth), checked(holder.expiry), checked(fill(holder.personal, 14))];
  const all = mrzCheckDigit(number + birth + expiry + personal);
  return [`P<${state}${fill(names, 39)}`, number + state + birth + holder.sex + expiry + personal + all];
}

/** The three lines of a card (TD1). */
export function makeCard(holder: Holder): string[] {
  const state = fill(holder.state, 3);
  const upper = `I<${state}${checked(fill(holder.number, 9))}${fill(holder.personal, 15)}`;
  const [birth, expiry] = [checked(holder.birth), checked(holder.expiry)];
  const all = mrzCheckDigit(upper.slice(5) + birth + expiry + '<'.repeat(11));
  return [upper, `${birth}${holder.sex}${expiry}${state}${'<'.repeat(11)}${all}`, fill(`${holder.surname}<<${holder.given}`, 30)];
}

/** The two lines of 36 signs of a card (TD2). */
export function makeShortCard(holder: Holder): string[] {
  const state = fill(holder.state, 3);
  const number = checked(fill(holder.number, 9));
  const [birth, expiry, optional] = [checked(holder.birth), checked(holder.expiry), fill('', 7)];
  const all = mrzCheckDigit(number + birth + expiry + optional);
  return [`I<${state}${fill(`${holder.surname}<<${holder.given}`, 31)}`, number + state + birth + holder.sex + expiry + optional + all];
}
