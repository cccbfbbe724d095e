#!/bin/sh
# Check the proofs by Debian 13's Coq on a machine that has another: later.sh [FOLDER].
# Its packages are installed into FOLDER, once. This needs Debian or Ubuntu, root and the network.
set -eu
cd "$(dirname "$0")"
root=${1:-../.cache/debian-13}

if [ ! -x "$root/usr/bin/coqc" ]; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "a later Coq cannot be installed here: this needs Debian or Ubuntu, and root" >&2
        exit 3
    fi
    command -v debootstrap >/dev/null || apt-get install -qq -y debootstrap >/dev/null
    # The mirror is the one that this machine uses.
    mirror=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null |
        sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' | head -n 1)
    rm -rf "$root"
    mkdir -p "$root"
    debootstrap --variant=minbase --include=python3,ca-certificates trixie "$root" "$mirror" >/dev/null
    cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    chroot "$root" sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y \
        --no-install-recommends coq libcoq-coquelicot libcoq-interval' >/dev/null
fi

rm -rf "$root/proofs"
mkdir "$root/proofs"
cp ./*.v ./*.py claims.toml CHECKED "$root/proofs/"
chroot "$root" python3 /proofs/check.py
cp "$root/proofs/CHECKED" CHECKED
