import { expect, test } from 'vitest';
import { linkTarget } from './link-target.ts';

test('pages of the web are named by the host that is really opened', () => {
  expect(linkTarget('https://mill.example/terms?a=1')).toEqual({
    address: 'https://mill.example/terms?a=1',
    name: 'mill.example',
    opens: 'web',
  });
  expect(linkTarget('https://bank.example@evil.test/login').name).toBe('evil.test');
  expect(linkTarget('https://bаnk.example/').name).toMatch(/^xn--/);
});

test('mail is named by its address', () => {
  expect(linkTarget('mailto:office@mill.example?subject=Hi')).toMatchObject({ name: 'office@mill.example', opens: 'mail' });
});

test('scripts, files and broken addresses are shown and never opened, without signs that turn or hide text', () => {
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'not an address', ' java\nscript:alert(1)'])
    expect(linkTarget(url).opens, url).toBeNull();
  expect(linkTarget('javascript:\u202Etxt\u0007').address).toBe('javascript:txt');
});
