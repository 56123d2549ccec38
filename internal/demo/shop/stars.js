// <star-rating value="4.5"> draws its stars in a shadow root of its own.
customElements.define('star-rating', class extends HTMLElement {
  connectedCallback() {
    const value = Number(this.getAttribute('value'))
    const root = this.shadowRoot ?? this.attachShadow({mode: 'open'})
    root.innerHTML = `<style>
      :host { display: inline-block; line-height: 1 }
      span { background: linear-gradient(90deg, #c8871b ${value * 20}%, #ddd8cc ${value * 20}%); background-clip: text; color: transparent; letter-spacing: 2px }
    </style><span role="img" aria-label="${value} of 5 stars">★★★★★</span>`
  }
})
