// Package net stands in for k8s.io/utils/net.
package net

import "k8s.io/utils/forked"

var ParseCIDRSloppy = forked.ParseCIDR
