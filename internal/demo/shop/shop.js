import {orders, teas} from './stock.js'
import './stars.js'

const $ = id => document.getElementById(id)
const pounds = pence => '£' + (pence / 100).toFixed(2)
const cart = new Map() // tea id -> quantity

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

// ---- the shelf

function card(tea) {
  const stars = element('star-rating')
  stars.setAttribute('value', tea.stars)
  const picture = element('div', {className: 'picture'})
  picture.style.setProperty('--leaf', tea.colour)
  const add = element('button', {type: 'button', className: 'solid', textContent: tea.left ? 'Add to cart' : 'Sold out', disabled: !tea.left})
  add.addEventListener('click', () => put(tea))
  const more = element('a', {href: '#', textContent: 'Details', className: 'more'})
  more.addEventListener('click', event => { event.preventDefault(); show(tea) })
  return element('article', {id: 'tea-' + tea.id},
    picture,
    element('h2', {textContent: tea.name}),
    element('p', {className: 'quiet', textContent: `${tea.kind}, ${tea.grams} g`}),
    stars,
    element('p', {className: 'price', textContent: pounds(tea.price)}),
    element('div', {className: 'row'}, add, more))
}

function shelf() {
  const text = new FormData($('search')).get('q').trim().toLowerCase()
  const found = teas.filter(tea =>
    (!$('kind').value || tea.kind === $('kind').value) && (!$('in-stock').checked || tea.left) && tea.name.toLowerCase().includes(text))
  $('cards').replaceChildren(...found.map(card))
  $('found').textContent = found.length ? `${found.length} teas` : 'No tea matches. Try another word.'
}

function show(tea) {
  $('details-name').textContent = tea.name
  $('details-text').textContent = tea.about
  $('details-origin').textContent = tea.origin
  $('details-water').textContent = tea.water
  $('details').showModal()
}

// ---- the cart

function put(tea) {
  cart.set(tea.id, (cart.get(tea.id) ?? 0) + 1)
  refresh()
  setTimeout(say, 250, `${tea.name} is in your cart`)
}

function line(id, quantity) {
  const tea = teas.find(tea => tea.id === id)
  const amount = element('input', {type: 'number', min: 1, max: 9, value: quantity, ariaLabel: `Quantity of ${tea.name}`})
  amount.addEventListener('change', () => { cart.set(id, amount.valueAsNumber || 1); refresh() })
  const remove = element('button', {type: 'button', textContent: 'Remove', ariaLabel: `Remove ${tea.name}`})
  remove.addEventListener('click', () => { cart.delete(id); refresh() })
  return element('li', {}, element('span', {textContent: tea.name}), amount, element('span', {textContent: pounds(tea.price * quantity)}), remove)
}

function refresh() {
  const lines = [...cart]
  $('lines').replaceChildren(...lines.map(([id, quantity]) => line(id, quantity)))
  $('count').textContent = lines.reduce((sum, [, quantity]) => sum + quantity, 0)
  $('total').textContent = pounds(lines.reduce((sum, [id, quantity]) => sum + quantity * teas.find(tea => tea.id === id).price, 0))
  $('empty').hidden = lines.length > 0
  $('check-out').disabled = lines.length === 0
}

let silence
function say(text) {
  clearTimeout(silence)
  $('toast').textContent = text
  silence = setTimeout(() => { $('toast').textContent = '' }, 2000)
}

// ---- the pages

function route() {
  const name = location.hash.slice(2) || 'shop'
  for (const view of document.querySelectorAll('.view')) view.hidden = view.id !== name
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === (location.hash || '#/')) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

function order({number, date, items, total, status}) {
  const track = element('button', {type: 'button', textContent: 'Track', ariaLabel: `Track order ${number}`})
  track.addEventListener('click', () => say(`Order ${number}: ${status.toLowerCase()}`))
  const cell = content => element('td', {}, content)
  return element('tr', {}, cell(number), cell(date), cell(items), cell(pounds(total)), cell(status), cell(track))
}

$('search').addEventListener('submit', event => event.preventDefault())
for (const filter of ['search', 'kind', 'in-stock']) $(filter).addEventListener('input', shelf)
$('open-cart').addEventListener('click', () => { $('cart').hidden = !$('cart').hidden })
$('close-cart').addEventListener('click', () => { $('cart').hidden = true })
$('check-out').addEventListener('click', () => { cart.clear(); refresh(); $('cart').hidden = true; say('Thank you. Your order is on its way.') })
$('sign-in').addEventListener('click', () => $('account').showModal())
$('cancel').addEventListener('click', () => $('account').close())
$('login').addEventListener('submit', event => {
  event.preventDefault()
  const {email, password} = Object.fromEntries(new FormData(event.target))
  const problem = !email.includes('@') ? 'Enter an email address.' : password.length < 8 ? 'The password has at least 8 characters.' : ''
  $('login-error').textContent = problem
  $('login-error').hidden = !problem
  if (problem) return
  $('account').close()
  $('sign-in').textContent = 'Sign out'
  say(`Welcome back, ${email.split('@')[0]}`)
})
addEventListener('hashchange', route)
document.querySelector('#orders tbody').append(...orders.map(order))
shelf()
refresh()
route()
