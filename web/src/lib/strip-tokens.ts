/** Tokens that somebody put into an address sign nobody in, and no other script may read them. */
if (/[#&](?:access|refresh|provider|provider_refresh)_token=/.test(window.location.hash)) {
  const address = new URL(window.location.href);
  address.hash = "";
  window.history.replaceState(window.history.state, "", address);
}
